/** What the parts of a page have in common that have a name of their own, as `<sp-felt>` has. */

import { put } from "./element.js";

/** @import { Child } from "./element.js" */

/** A part of the page: it describes what it shows with `render`, and shows it with `draw`. */
export class View extends HTMLElement {
  /** @returns {Child} */
  render() {
    return null;
  }

  draw() {
    put(this, this.render());
  }
}

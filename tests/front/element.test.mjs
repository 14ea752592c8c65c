// How the pages draw: what is described again stays where it is, and only what differs is touched.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { el, put, readOut } = await import("../../src/sidepot/web/static/common/element.js");
const { View } = await import("../../src/sidepot/web/static/common/view.js");
const { h } = await import("../../src/sidepot/web/static/common/dom.js");

/** An empty place of the page. */
function place() {
  const made = document.createElement("div");
  document.body.append(made);
  return made;
}

const words = (one) => one.children.map((child) => child.textContent);
const list = (...names) => names.map((name) => el("li", { key: name }, name));

/** Count the calls of these methods of an element. */
function counted(element, ...methods) {
  const calls = [];
  for (const method of methods) {
    const doing = element[method].bind(element);
    element[method] = (...args) => {
      calls.push([method, ...args]);
      return doing(...args);
    };
  }
  return calls;
}

test("what is described again is the same element, with its new text and attributes", () => {
  const at = place();
  put(at, el("p", { class: "quiet", title: "one" }, "Ann"));
  const [before] = at.children;
  put(at, el("p", { class: "loud", hidden: true }, "Bo"));
  assert.equal(at.children[0], before);
  assert.deepEqual([before.textContent, before.getAttribute("class"), before.getAttribute("title"), before.getAttribute("hidden")], ["Bo", "loud", null, ""]);
});

test("nothing is touched where nothing differs, so that nothing is read out twice", () => {
  const at = place();
  const draw = () => put(at, el("p", { class: "quiet" }, "Ann ", el("b", {}, "raises")), "and waits");
  draw();
  const [line] = at.children;
  const calls = [at, line, line.children[1]].flatMap((one) => counted(one, "setAttribute", "insertBefore", "append", "removeAttribute"));
  const texts = [line.children[0], line.children[1].children[0], at.children[1]];
  for (const text of texts) Object.defineProperty(text, "nodeValue", { get: () => text.textContent, set: () => assert.fail("a text was written again") });
  draw();
  assert.deepEqual(calls, []);
});

test("an attribute that somebody else has changed stays until its description changes", () => {
  const at = place();
  const draw = (text) => put(at, el("details", { open: false }, text), el("input", { value: "5" }));
  draw("a mix");
  const [details, input] = at.children;
  details.setAttribute("open", ""); // as a click does
  input.value = "57"; // as somebody types
  draw("another mix");
  assert.deepEqual([details.getAttribute("open"), input.value, details.textContent], ["", "57", "another mix"]);
  put(at, el("details", { open: false }), el("input", { value: "6" }));
  assert.equal(input.value, "6");
});

test("elements of a list keep their keys: those that stay are the same, and are not moved", () => {
  const at = place();
  put(at, list("Ann", "Bo", "Cy"));
  const [ann, bo, cy] = at.children;
  const calls = counted(at, "insertBefore");
  put(at, list("Bo", "Cy"));
  assert.deepEqual([...at.children], [bo, cy]);
  assert.deepEqual(calls, [], "what stays in its order is not moved");
  put(at, list("Di", "Bo", "Cy"));
  assert.deepEqual(calls.length, 1);
  put(at, list("Cy", "Di", "Bo"));
  assert.deepEqual(words(at), ["Cy", "Di", "Bo"]);
  assert.equal(at.children[0], cy);
  assert.equal(at.children.includes(ann), false);
});

test("the focus stays on what it was on, also where that moves", () => {
  const at = place();
  const draw = (...names) => put(at, names.map((name) => el("button", { key: name }, name)));
  draw("Call", "Fold");
  const [, fold] = at.children;
  fold.focus();
  draw("Fold", "Call");
  assert.equal(document.activeElement, fold);
  draw("Fold");
  assert.equal(document.activeElement, fold);
});

test("an element does what it was described to do last", () => {
  const at = place();
  const done = [];
  const draw = (props) => put(at, el("button", props, "Bet"));
  draw({ onclick: () => done.push("bet 5") });
  draw({ onclick: () => done.push("bet 6") });
  at.children[0].click();
  draw({});
  at.children[0].click();
  assert.deepEqual(done, ["bet 6"]);
});

test("an element that somebody keeps is moved, and nothing else is made of it", () => {
  const at = place();
  const kept = h("p", {}, "kept");
  put(at, kept, el("p", {}, "drawn"));
  const [, drawn] = at.children;
  put(at, el("p", {}, "drawn again"), kept);
  assert.deepEqual([...at.children], [drawn, kept]);
  put(at, el("p", {}, "alone"));
  assert.deepEqual([...at.children], [drawn]);
  put(at, el("p", {}, "first"), el("p", {}, "second"));
  assert.equal(at.children.includes(kept), false);
  assert.equal(kept.textContent, "kept");
});

test("words that are read out are written again, also where they are the same", () => {
  const at = place();
  readOut(at, "Your turn");
  const [before] = at.children;
  readOut(at, "Your turn");
  assert.notEqual(at.children[0], before);
  assert.deepEqual(words(at), ["Your turn"]);
});

test("null, undefined, false and an empty text are nothing; lists may hold lists", () => {
  const at = place();
  put(at, null, undefined, false, "", ["a", ["b", [el("i", {}, "c")]]]);
  assert.deepEqual(words(at), ["a", "b", "c"]);
});

test("a picture within a page is of the other namespace, and so is what is in it", () => {
  const at = place();
  put(at, el("svg", {}, el("g", {}, el("circle", { r: 3 }))), el("p", {}));
  const [svg, p] = at.children;
  assert.ok(svg.children[0].children[0].namespaceURI.endsWith("/svg"));
  assert.ok(p.namespaceURI.endsWith("/xhtml"));
});

test("a view draws what it renders, and the same elements again", () => {
  class Greeting extends View {
    name = "Ann";
    render() {
      return el("p", {}, `Good evening, ${this.name}`);
    }
  }
  const view = new Greeting();
  view.draw();
  const [line] = view.children;
  view.name = "Bo";
  view.draw();
  assert.equal(view.children[0], line);
  assert.equal(line.textContent, "Good evening, Bo");
});

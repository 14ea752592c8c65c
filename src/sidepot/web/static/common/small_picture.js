/** Pictures that people send: made smaller in this browser, and the field by which one is chosen. */

import { h } from "./dom.js";

/** What leaves this browser: the pixels of the shorter side, and the format. @typedef {{ side: number, type: string }} Sent */

/** @type {Sent} */
const SMALL = { side: 512, type: "image/png" }; // the room keeps 128 pixels

/**
 * A large picture made smaller, without what cameras write into files; the file itself where the browser cannot read it.
 * @param {File} file
 * @param {Sent} sent
 */
export async function smaller(file, { side, type } = SMALL) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, side / Math.min(bitmap.width, bitmap.height));
    const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return /** @type {Blob} */ (await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), type, 0.85)));
  } catch {
    return file;
  }
}

/**
 * A field for a picture: what is chosen is sent at once.
 * @param {string} label
 * @param {(picture: Blob) => unknown} send
 * @param {Sent} sent
 */
export function pictureField(label, send, sent = SMALL) {
  const file = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp", "aria-label": label });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await send(await smaller(chosen, sent));
    file.value = "";
  });
  return file;
}

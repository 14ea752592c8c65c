/** Pictures that people send: made smaller in this browser, and the field by which one is chosen. */

import { h } from "./dom.js";

const SENT = 512; // pixels of the picture that leaves this browser: the room keeps 128

/**
 * A large picture made smaller, without what cameras write into files; the file itself where the browser cannot read it.
 * @param {File} file
 */
export async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SENT / Math.min(bitmap.width, bitmap.height));
    const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return /** @type {Blob} */ (await new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/png")));
  } catch {
    return file;
  }
}

/**
 * A field for a picture: what is chosen is sent at once.
 * @param {string} label
 * @param {(picture: Blob) => unknown} send
 */
export function pictureField(label, send) {
  const file = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp", "aria-label": label });
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await send(await smaller(chosen));
    file.value = "";
  });
  return file;
}

/** SHA-256: the browser's own where it has one, else this one (over plain http, as on a LAN, a page gets no `subtle`). */

/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const bitsOf = (/** @type {number} */ x) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => bitsOf(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => bitsOf(Math.cbrt(prime)));

/**
 * @param {number} x
 * @param {number} by
 */
const turned = (x, by) => (x >>> by) | (x << (32 - by));

/**
 * The hash of some bytes, worked out here.
 * @param {Uint8Array} bytes
 */
export function plainSha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const state = [...START];
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [one, two] = [words[i - 15], words[i - 2]];
      const low = turned(one, 7) ^ turned(one, 18) ^ (one >>> 3);
      const high = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
      words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const most = (a & b) ^ (a & c) ^ (b & c);
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND[i] + words[i]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, part] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] + part) | 0;
  }
  const found = new DataView(new ArrayBuffer(32));
  for (const [i, part] of state.entries()) found.setInt32(4 * i, part);
  return new Uint8Array(found.buffer);
}

/**
 * The hash of some bytes.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return plainSha256(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

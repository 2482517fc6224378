/** More newlines than an array can have lines. */
export const manyNewlines = new Blob(Array.from({ length: 50 }, () => new Uint8Array(4_000_000).fill(10)))

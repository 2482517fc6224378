/** Numbers that stand for texts, equal on every machine. They protect nothing. */

/** FNV-1a of 32 bits over UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv/): a seed, or a place in an order, of a text. */
export function fnv1a(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** 53 bits of a seed and a text, equal on every machine: cyrb53 (bryc, public domain). Protects nothing. */
export function hashText(seed: number, text: string): number {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

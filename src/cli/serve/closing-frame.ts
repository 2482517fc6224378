/** Opcode of a frame that begins the end of a connection (RFC 6455, section 5.2). */
const close = 8

/** Bytes that follow the first two where the length has no room in them, by its 7 bits. */
const longer: Readonly<Record<number, number>> = { 126: 2, 127: 8 }
const maskBytes = 4

/** Follows the frames of a WebSocket, without their contents, to see when its client closes it. */
export class ClosingFrame {
  #head = Buffer.alloc(0)
  /** Bytes of the frame that are still to come. */
  #rest = 0

  /** @param chunk the next bytes from the client @returns whether a closing frame begins in them */
  isIn(chunk: Buffer): boolean {
    let at = 0
    while (at < chunk.length) {
      const skipped = Math.min(this.#rest, chunk.length - at)
      this.#rest -= skipped
      at += skipped
      if (at === chunk.length) return false
      this.#head = Buffer.concat([this.#head, chunk.subarray(at, ++at)])
      const [first = 0] = this.#head
      if ((first & 15) === close) return true
      const length = frameLength(this.#head)
      if (length === null) continue
      this.#rest = length
      this.#head = Buffer.alloc(0)
    }
    return false
  }
}

/** Bytes of a frame's contents; null where its head is not complete. */
function frameLength(head: Buffer): number | null {
  const [, second] = head
  if (second === undefined) return null
  const short = second & 127
  const more = longer[short] ?? 0
  if (head.length < 2 + more + (second >= 128 ? maskBytes : 0)) return null
  if (more === 0) return short
  return more === 2 ? head.readUInt16BE(2) : Number(head.readBigUInt64BE(2))
}

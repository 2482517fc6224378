/** Milliseconds after which a read without an answer is asked for once more, and how often it is asked for at most. */
const timeoutMs = 15_000
const mostAsked = 5

/**
 * The bytes of a blob. Firefox (153) was seen to leave one read of dozens without an answer for good, where the thread that reads a
 * model got its file from another and the machine was busy; the first answer of those that were asked for counts.
 * @throws DOMException as the blob's own `arrayBuffer`
 */
export function blobBytes(blob: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    let asked = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = (): void => {
      asked++
      if (asked < mostAsked) timer = setTimeout(ask, timeoutMs)
      blob
        .arrayBuffer()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    }
    ask()
  })
}

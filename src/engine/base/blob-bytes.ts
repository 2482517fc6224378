import { MadeBlob } from './made-blob.ts'

/** Milliseconds after which an unanswered read is repeated, and the maximum number of reads. */
const timeoutMs = 15_000
const mostAsked = 5

/**
 * The bytes of a blob. Firefox (153) sometimes never answered one read of dozens, when the model's reader got its file
 * from another thread and the machine was busy. The first answer counts.
 * @throws DOMException as the blob's own `arrayBuffer`
 */
export function blobBytes(blob: Blob): Promise<ArrayBuffer> {
  // Making its bytes may take longer, and is not done twice.
  if (blob instanceof MadeBlob) return blob.arrayBuffer()
  return new Promise((resolve, reject) => {
    let attempts = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = (): void => {
      attempts++
      if (attempts < mostAsked) timer = setTimeout(ask, timeoutMs)
      blob
        .arrayBuffer()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    }
    ask()
  })
}

import { useEffect, useRef, useState } from 'react'
import type { Waiter } from '../../app/controller/waiter.ts'
import { useController } from '../hooks/use-app.ts'
import type { FileSubject, SavedFile } from './saved-file.ts'

/** Runs of up to this many answers have their files written ahead, to show how large they are. */
const manyAnswers = 5000

/** A file that is being written, or is. */
interface Writing {
  readonly blob: Promise<Blob>
  readonly abort: AbortController
  /** Where progress is shown: at the last press. */
  report: Waiter['report']
}

interface WrittenFiles {
  /** Bytes of those that are written. */
  readonly sizes: ReadonlyMap<SavedFile, number>
  /** Rejects at once if the user cancels. The next press begins the file again. */
  readonly writeBlob: (file: SavedFile, waiting: Waiter) => Promise<Blob>
}

/** The run's files, each written once. @param inOrder in which they are written ahead */
export function useWrittenFiles(
  subject: FileSubject,
  answers: number,
  inOrder: readonly SavedFile[],
): WrittenFiles {
  const controller = useController()
  const key = `${answers} answers of ${JSON.stringify(subject)}`
  const [sizes, setSizes] = useState({ key, bytes: none })
  const written = useRef({ key, files: new Map<SavedFile, Writing>() })
  if (written.current.key !== key) written.current = { key, files: new Map() }
  const forget = (file: SavedFile, writing: Writing) => {
    const { files } = written.current
    if (files.get(file) === writing) files.delete(file)
  }
  const begin = (file: SavedFile): Writing => {
    const { files } = written.current
    const abort = new AbortController()
    const writing: Writing = {
      abort,
      report: () => {},
      blob: file.write(controller, subject, { signal: abort.signal, report: what => writing.report(what) }),
    }
    files.set(file, writing)
    writing.blob.then(
      ({ size }) =>
        setSizes(last => ({ key, bytes: new Map(last.key === key ? last.bytes : none).set(file, size) })),
      // The caller shows the error; the next press tries again.
      () => forget(file, writing),
    )
    return writing
  }
  const writeBlob = (file: SavedFile, { signal, report }: Waiter): Promise<Blob> => {
    const { files } = written.current
    const writing = files.get(file) ?? begin(file)
    writing.report = report
    const given = cancelled(signal, () => {
      writing.abort.abort(signal.reason)
      forget(file, writing)
    })
    return Promise.race([writing.blob, given])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything that is read
  useEffect(() => {
    if (answers > manyAnswers) return
    let isCurrent = true
    const writeAhead = async () => {
      for (const file of inOrder) {
        if (!isCurrent) return
        // A press on the file shows what went wrong.
        if (file.isWrittenAhead && !written.current.files.has(file)) await begin(file).blob.catch(() => null)
      }
    }
    const timer = setTimeout(() => void writeAhead(), 500)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key])
  return { sizes: sizes.key === key ? sizes.bytes : none, writeBlob }
}

/** Rejects once the signal aborts, after `stop`. */
const cancelled = (signal: AbortSignal, stop: () => void): Promise<never> =>
  new Promise((_, reject) => {
    const onAbort = () => {
      stop()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
  })

const none: ReadonlyMap<SavedFile, number> = new Map()

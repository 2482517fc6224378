/** The records stored since the last call, for a command that keeps a copy outside the browser. */
import { framesAt } from '../data/store/journal.ts'
import { about, folderName, journalsIn } from '../data/store/journals.ts'
import { fileIn, isNamed, privateRoot } from '../data/store/private-files.ts'

/** Approximate bytes of entries per call. */
const most = 4_000_000

/**
 * Reads the journals of all runs while workers write them. Records are in a journal before the page counts them, so a
 * caller that reads here before it shows the count has everything that is shown.
 */
export class JournalNews {
  readonly #read = new Map<string, number>()

  /** @returns entries as JSON, a run before its records; empty where all were handed out */
  async next(): Promise<readonly string[]> {
    const decoder = new TextDecoder()
    const entries: string[] = []
    let bytes = 0
    for await (const { folder, name, key } of journals()) {
      if (bytes >= most) break
      const from = this.#read.get(key) ?? 0
      const { bodies, end } = framesAt(await tail(folder, name, from))
      this.#read.set(key, from + end)
      bytes += end
      const texts = bodies.map(body => decoder.decode(body))
      // The run's own file has its latest version.
      entries.push(...(name === about ? texts : texts.filter(text => text.startsWith('{"record":'))))
    }
    return entries
  }

  async skip(): Promise<void> {
    for await (const { folder, name, key } of journals()) {
      const from = this.#read.get(key) ?? 0
      this.#read.set(key, from + framesAt(await tail(folder, name, from)).end)
    }
  }
}

/** For each run, the journal with the run itself comes first. */
async function* journals() {
  const root = await (await privateRoot())?.getDirectoryHandle(folderName, { create: true })
  if (!root) throw new Error('This browser has no private files.')
  for await (const folder of root.values()) {
    if (folder.kind !== 'directory') continue
    const names = await journalsIn(folder)
    for (const name of [about, ...names.filter(name => name !== about)])
      yield { folder, name, key: `${folder.name}/${name}` }
  }
}

/** Attempts to read a journal, a few milliseconds apart. */
const attempts = 1000

/** The further contents of a journal, if it exists. Chromium refuses to read a file that changes at the same moment. */
async function tail(
  folder: FileSystemDirectoryHandle,
  name: string,
  from: number,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const file = await fileIn(folder, name)
      return new Uint8Array((await file?.slice(from).arrayBuffer()) ?? [])
    } catch (error) {
      if (!isNamed(error, 'NotReadableError', 'NotFoundError') || attempt === attempts) throw error
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
}

import { parseJson } from '@voxelwise/python'
import { Store } from '../../../data/store/store.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { ImageFolder, KeptFolder } from '../data/image-folder.ts'
import { type ReaderSitting, readSitting } from '../engine/sitting.ts'
import { readStudy, type Study, studyHash } from '../engine/study.ts'
import { copiedTexts, removeCopies, writeSecondCopy } from './desk-copies.ts'

const studyKind = 'readers/study'
const sittingKind = 'readers/sitting'

const studyCopy = (hash: string): string => `study-${hash}.json`
const sittingCopy = (id: string): string => `sitting-${id}.json`

/** Under which the folder of images is remembered. */
const folderKey = 'people/images'

/**
 * Studies and sittings in the database and in private files: questions and a person's answers, never right answers. A sitting is
 * written whole with each answer, so that one which the browser deletes meanwhile is complete again after the next.
 */
export class DeskStore {
  readonly #store = opened()
  /** What the database has, as far as this thread knows, by id. */
  readonly #sittings = new Map<string, ReaderSitting>()
  readonly #studies = new Map<string, Study>()

  /** The store of this browser, with its runs. */
  get store(): Promise<Store> {
    return this.#store
  }

  async studies(): Promise<ReadonlyMap<string, Study>> {
    const { documents } = await this.#store
    const all = new Map<string, Study>()
    for (const study of (await documents.all(studyKind)) as readonly Study[])
      all.set(await studyHash(study), study)
    return all
  }

  async sittings(): Promise<readonly ReaderSitting[]> {
    return (await (await this.#store).documents.all(sittingKind)) as readonly ReaderSitting[]
  }

  /** @throws VoxelwiseError storage */
  async study(hash: string): Promise<Study> {
    const held = this.#studies.get(hash)
    if (held) return held
    const study = (await (await this.#store).documents.get(studyKind, hash)) as Study | undefined
    if (!study) throw notHere(hash, 'study')
    this.#studies.set(hash, study)
    return study
  }

  async keepStudy(study: Study): Promise<string> {
    const hash = await studyHash(study)
    await writeSecondCopy(studyCopy(hash), study)
    await (await this.#store).documents.put(studyKind, hash, study)
    return hash
  }

  /** @throws VoxelwiseError storage */
  async sitting(id: string): Promise<ReaderSitting> {
    const held = this.#sittings.get(id)
    if (held) return held
    const sitting = (await (await this.#store).documents.get(sittingKind, id)) as ReaderSitting | undefined
    if (!sitting) throw notHere(id, 'sitting')
    return sitting
  }

  /** On disk when it resolves. */
  async keepSitting(sitting: ReaderSitting): Promise<void> {
    await writeSecondCopy(sittingCopy(sitting.id), sitting)
    await (await this.#store).documents.put(sittingKind, sitting.id, sitting)
    this.#sittings.set(sitting.id, sitting)
  }

  /** Remembers a directory, and nothing of a list of files: the browser does not give them again. */
  async keepFolder(folder: ImageFolder): Promise<void> {
    if (folder.kind === 'directory') await (await this.#store).folders.keep(folderKey, folder)
  }

  async keptFolder(): Promise<KeptFolder | null> {
    const folder = await (await this.#store).folders.source(folderKey)
    return folder?.kind === 'directory' ? folder : null
  }

  /** Another thread may change it from now on. */
  forget(sitting: string): void {
    this.#sittings.delete(sitting)
  }

  async remove(hash: string): Promise<void> {
    const { documents } = await this.#store
    const ids = (await this.sittings()).filter(({ study }) => study === hash).map(({ id }) => id)
    // First, so that a browser that breaks off now does not bring them back.
    await removeCopies([studyCopy(hash), ...ids.map(sittingCopy)])
    for (const id of ids) await documents.delete(sittingKind, id)
    await documents.delete(studyKind, hash)
    this.#studies.delete(hash)
  }
}

/** The store, with what the database has lost and the copies have. */
async function opened(): Promise<Store> {
  const store = await Store.open()
  const { documents } = store
  for (const [name, text] of await copiedTexts()) {
    const copy = documentIn(name, text)
    if (copy?.kind === studyKind) {
      const hash = await studyHash(copy.document)
      if (!(await documents.get(studyKind, hash))) await documents.put(studyKind, hash, copy.document)
    } else if (copy) {
      const { id, given } = copy.document
      const known = (await documents.get(sittingKind, id)) as ReaderSitting | undefined
      if (!known || known.given.length < given.length) await documents.put(sittingKind, id, copy.document)
    }
  }
  return store
}

/** Null of a text that is no document: a crash cut it short, or another version wrote it. */
function documentIn(name: string, text: string) {
  try {
    const json = parseJson(text)
    return name.startsWith('study-')
      ? ({ kind: studyKind, document: readStudy(json) } as const)
      : ({ kind: sittingKind, document: readSitting(json) } as const)
  } catch {
    return null
  }
}

const notHere = (subject: string, what: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject,
    message: `This ${what} is not in this browser.`,
    remedy: 'You or the browser deleted it. Open its file again, or choose another.',
  })

import { Store } from '../../../data/store/store.ts'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { ReaderSitting } from '../engine/sitting.ts'
import { type Study, studyHash } from '../engine/study.ts'

const studyKind = 'readers/study'
const sittingKind = 'readers/sitting'

/**
 * Studies and sittings in the database: questions and a person's answers, never right answers. A sitting is written whole with each
 * answer, so that one which the browser deletes meanwhile is complete again after the next.
 */
export class DeskStore {
  readonly #store = Store.open()
  /** Of this thread, by id: what the database has. */
  readonly #sittings = new Map<string, ReaderSitting>()
  readonly #studies = new Map<string, Study>()

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
    await (await this.#store).documents.put(sittingKind, sitting.id, sitting)
    this.#sittings.set(sitting.id, sitting)
  }

  async remove(hash: string): Promise<void> {
    const { documents } = await this.#store
    for (const { id, study } of await this.sittings())
      if (study === hash) await documents.delete(sittingKind, id)
    await documents.delete(studyKind, hash)
    this.#studies.delete(hash)
  }
}

const notHere = (subject: string, what: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject,
    message: `This ${what} is not in this browser.`,
    remedy: 'You or the browser deleted it. Open its file again, or choose another.',
  })

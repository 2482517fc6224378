import type { Ranked } from '../../engine/base/by-rank.ts'
import type { Environment, Run } from '../../engine/protocol/run.ts'
import type { PortionedDataset } from './portioned-dataset.ts'

/** A file with its name, as browsers give it and as Node can make it. */
export interface NamedBlob {
  readonly name: string
  readonly blob: Blob
}

/** What a run is made on: the chosen data set, if there is one, and the machine that reads the files. */
interface ImportedOn {
  readonly dataset: PortionedDataset | null
  readonly environment: Environment
}

/** Files of a run in another form than run.json. Its code is loaded when such files are read. */
export interface ImportKind extends Ranked {
  /** Whether the files are of this kind, by their names and their first bytes. */
  recognises(files: readonly NamedBlob[]): Promise<boolean>
  /** Whether they have answers without questions, which are those of the chosen data set. */
  readonly needsDataset: boolean
  /** The run as a run.json. @throws VoxelwiseError run-file, file-too-large, … naming the file */
  runFile(files: readonly NamedBlob[], on: ImportedOn): Promise<File>
  /**
   * The command that makes such a run again, line by line; null for any other run. Absent where no command does.
   * @param dataset its option that names the data set
   */
  readonly commandLines?: (run: Run, dataset: string) => readonly string[] | null
}

/** The first kind that recognises the files; undefined where they are run.json or unknown. */
export async function recogniseImport(
  kinds: readonly ImportKind[],
  files: readonly NamedBlob[],
): Promise<ImportKind | undefined> {
  for (const kind of kinds) if (await kind.recognises(files)) return kind
  return undefined
}

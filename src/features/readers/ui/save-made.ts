import { download } from '../../../ui/shared/controls/download.ts'

/** Saves a file once it is made, under its own name. */
export async function saveMade(made: Promise<File>): Promise<void> {
  const file = await made
  download(file, file.name)
}

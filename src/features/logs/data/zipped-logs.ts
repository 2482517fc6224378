/** Logs in a zip, as the tab Export saves them for other tools. */
import { blobByteFile } from '../../../data/containers/bytes.ts'
import { archiveMembers, openMember } from '../../../data/containers/reading.ts'
import type { NamedBlob } from '../../../data/formats/import-kind.ts'

/** Enough to see a table's columns. */
const headBytes = 64_000

/**
 * The members that may be logs, under their own names. A table is one if it has predictions: its questions lie beside it.
 * @throws VoxelwiseError bad-archive, file-too-large, naming the file
 */
export async function zippedLogs(
  { name, blob }: NamedBlob,
  isLog: (file: NamedBlob) => Promise<boolean>,
): Promise<readonly NamedBlob[]> {
  const archive = blobByteFile(name, blob)
  const logs: NamedBlob[] = []
  for (const member of (await archiveMembers(archive)).values()) {
    const base = member.path.split('/').at(-1) ?? member.path
    if (!(await isLog({ name: base, blob: new Blob() }))) continue
    const file = await openMember(archive, member)
    const bytes = await file.read(0, file.size)
    const isTable = /\.tsv$/i.test(base)
    const head = isTable ? new TextDecoder().decode(bytes.subarray(0, headBytes)).split('\n', 1)[0] : ''
    if (!isTable || head?.split('\t').includes('prediction'))
      logs.push({ name: base, blob: new Blob([bytes]) })
  }
  return logs
}

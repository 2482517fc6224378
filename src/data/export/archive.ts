import { BlobReader, BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js'

export interface ArchiveMember {
  /** May contain folders, separated by `/`. */
  readonly name: string
  readonly parts: Iterable<string>
}

// Its own workers would be started from a blob, which the page's security policy forbids.
configure({ useWebWorkers: false })

/** A zip file, deflated. Every member has the same date (ISO 8601), so that one run always makes the same file. */
export async function archive(
  files: Iterable<ArchiveMember | { readonly name: string; readonly blob: Blob }>,
  date: string,
): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'), {
    lastModDate: new Date(date),
    extendedTimestamp: false,
  })
  for (const file of files)
    await zip.add(
      file.name,
      'blob' in file ? new BlobReader(file.blob) : new TextReader([...file.parts].join('')),
    )
  return zip.close()
}

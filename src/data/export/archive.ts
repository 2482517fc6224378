import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js'
import type { ExportedFile } from './other-tools.ts'

// Its own workers would be started from a blob, which the page's security policy forbids.
configure({ useWebWorkers: false })

/**
 * A zip file, deflated, which every zip tool reads. Every member has the same date, so that one run always makes the
 * same file.
 * @param files written in sequence, on request
 * @param date ISO 8601
 */
export async function archive(files: Iterable<ExportedFile>, date: string): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'), {
    lastModDate: new Date(date),
    extendedTimestamp: false,
  })
  for (const { name, parts } of files) await zip.add(name, new TextReader([...parts].join('')))
  return zip.close()
}

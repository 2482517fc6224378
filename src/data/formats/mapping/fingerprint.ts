import type { Sample, Skipped } from '../../../engine/protocol/sample.ts'
import { Fingerprint } from '../../sources/fingerprint.ts'
import type { MappingDocument } from './document.ts'
import { mappingJson } from './write.ts'

/** Samples that are hashed together: the text of all of them need not be in memory at once. */
const PART = 1000

/**
 * SHA-256 (hex) over the mapping, the split, and what of every row was read: the samples' fields and the places of their
 * images. What an image holds is told by each record's own digest.
 */
export async function fingerprintOf(
  document: MappingDocument,
  split: string | null,
  samples: readonly Sample[],
  skipped: readonly Skipped[],
): Promise<string> {
  const fingerprint = new Fingerprint()
  const add = (name: string, value: unknown) =>
    fingerprint.add(name, new TextEncoder().encode(JSON.stringify(value)))
  await add('mapping', [mappingJson(document), split])
  for (let at = 0; at < samples.length; at += PART) await add(`samples ${at}`, samples.slice(at, at + PART))
  for (let at = 0; at < skipped.length; at += PART) await add(`skipped ${at}`, skipped.slice(at, at + PART))
  return fingerprint.digest()
}

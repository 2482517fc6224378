import type { KeptCopy } from '../../data/store/model-copies.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import { bytes } from './format.ts'

/** What a private copy of a model is; what cannot be used of it is named. */
export const keptCopyWords = ({ manifest, bytes: size }: Pick<KeptCopy, 'manifest' | 'bytes'>): string =>
  manifest
    ? `${manifest.name}, ${dtypeWords(manifest.dtype)}, ${bytes(size)}`
    : `A copy that is incomplete or damaged, ${bytes(size)}. It is not used.`

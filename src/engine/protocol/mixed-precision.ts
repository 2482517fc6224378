/**
 * Precisions that mix: published models keep embeddings in 16 bits beside a decoder in 4. One text says it, so that all that stores,
 * compares or names a precision does so for a mixed one too: the decoder's, then each graph that differs, in the order of their
 * names (`q4+embed_tokens=fp16+vision_encoder=fp32`).
 */
import * as v from 'valibot'
import { type Dtype, dtypes, type GraphDtype, type Precision } from './device.ts'

/** From the least to the most that weights lose. */
export const byExactness: readonly GraphDtype[] = [
  'fp32',
  'fp16',
  'q8',
  'int8',
  'uint8',
  'q4',
  'q4f16',
  'bnb4',
]

/** The graph whose precision stands first. */
export const decoderSession = 'decoder_model_merged'

/** What the graphs are called on screen. */
const partNames: ReadonlyMap<string, string> = new Map([
  ['vision_encoder', 'image encoder'],
  ['embed_tokens', 'embeddings'],
])

const isGraphDtype = (text: string | undefined): text is GraphDtype => dtypes.some(dtype => dtype === text)

/** The graphs that differ, by name. */
type Differing = Readonly<Record<string, GraphDtype>>

function splitDtype(dtype: string): {
  readonly main: string
  readonly parts: readonly (readonly string[])[]
} {
  const [main = '', ...parts] = dtype.split('+')
  return { main, parts: parts.map(part => part.split('=')) }
}

/** Precision of the decoder. */
export const mainDtype = (dtype: Dtype): GraphDtype => splitDtype(dtype).main as GraphDtype

export const isMixed = (dtype: Precision): boolean => dtype.includes('+')

/** Precision of one graph. @param session as in `Family.sessions` */
export function dtypeOfGraph(dtype: Dtype, session: string): GraphDtype {
  const { main, parts } = splitDtype(dtype)
  return (parts.find(([name]) => name === session)?.[1] ?? main) as GraphDtype
}

/** All precisions that occur in it, each once. */
export function dtypesWithin(dtype: Dtype): readonly GraphDtype[] {
  const { main, parts } = splitDtype(dtype)
  return [...new Set([main, ...parts.map(([, part]) => part)])] as GraphDtype[]
}

/** @param others precisions of other graphs; those that equal the decoder's are left out */
export function mixedDtype(main: GraphDtype, others: Differing): Dtype {
  const parts = Object.entries(others)
    .filter(([session, dtype]) => dtype !== main && session !== decoderSession)
    .map(([session, dtype]) => `${session}=${dtype}`)
    .sort()
  return [main, ...parts].join('+') as Dtype
}

/** The same with one graph in another precision. */
export function withGraph(dtype: Dtype, session: string, other: GraphDtype): Dtype {
  const { main, parts } = splitDtype(dtype)
  return mixedDtype(main as GraphDtype, { ...Object.fromEntries(parts), [session]: other })
}

/** Whether all weights are floats as they were trained, in 32 or 16 bits. */
export const isUnquantised = (dtype: Dtype): boolean =>
  dtypesWithin(dtype).every(one => one === 'fp32' || one === 'fp16')

/** null for a text that names no precision, or names one otherwise than `mixedDtype` writes it. */
export function readDtype(text: string): Dtype | null {
  const { main, parts } = splitDtype(text)
  if (!isGraphDtype(main)) return null
  const others: [string, GraphDtype][] = []
  for (const [session = '', dtype, ...more] of parts) {
    if (!partNames.has(session) || !isGraphDtype(dtype) || more.length > 0) return null
    others.push([session, dtype])
  }
  const written = mixedDtype(main, Object.fromEntries(others))
  return written === text ? written : null
}

/** `q4`, or `q4, embeddings fp16, image encoder fp32` */
export function dtypeWords(dtype: Precision): string {
  const { main, parts } = splitDtype(dtype)
  return [main, ...parts.map(([session = '', part]) => `${partNames.get(session) ?? session} ${part}`)].join(
    ', ',
  )
}

const isDtype = (value: unknown): boolean => typeof value === 'string' && readDtype(value) !== null
const expected = (names: readonly string[]): string =>
  `one of ${names.map(name => JSON.stringify(name)).join(', ')}, or a mixed precision`

/** A model's precision in stored data. */
export const dtypeSchema = v.custom<Dtype>(isDtype, expected(dtypes))

/** The same, or that of a run that is not computed here. */
export const precisionSchema = v.custom<Precision>(
  value => value === 'server' || value === 'elsewhere' || isDtype(value),
  expected([...dtypes, 'server', 'elsewhere']),
)

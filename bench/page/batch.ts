import type { InferenceSession, Tensor } from 'onnxruntime-web'

type Feeds = Readonly<Record<string, Tensor>>

/** Milliseconds a question: medians. */
export interface Batching {
  readonly size: number
  readonly alone: number
  readonly batched: number
}

const rounds = 7

/**
 * The same decoder run for one question and for several at once. All of a batch are the same question: as no
 * padding is computed in vain, a batch cannot do better than here.
 */
export async function timeBatch(
  { session, feeds }: { readonly session: InferenceSession; readonly feeds: Feeds },
  size: number,
): Promise<Batching> {
  const repeated = Object.fromEntries(
    Object.entries(feeds).map(([name, tensor]) => [name, times(tensor, size)]),
  )
  const alone: number[] = []
  const batched: number[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await time(session, feeds))
    batched.push((await time(session, repeated)) / size)
  }
  return { size, alone: median(alone), batched: median(batched) }
}

async function time(session: InferenceSession, feeds: Feeds): Promise<number> {
  const start = performance.now()
  await session.run(feeds)
  return performance.now() - start
}

function times(tensor: Tensor, size: number): Tensor {
  const [batch, ...sides] = tensor.dims
  if (batch === undefined) return tensor
  const data = tensor.data as Float32Array
  const Data = data.constructor as Float32ArrayConstructor
  const all = new Data(data.length * size)
  for (let i = 0; i < size; i++) all.set(data, i * data.length)
  const OrtTensor = tensor.constructor as new (type: string, data: unknown, dims: readonly number[]) => Tensor
  return new OrtTensor(tensor.type, all, [batch * size, ...sides])
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

import type { Tensor } from 'onnxruntime-web'
import { fromHalf, toHalf } from '../base/float16.ts'
import type { OrtTensors } from './backend.ts'

/** The values of a tensor of floats in memory, in 32 bits. */
export function floatsOf({ type, data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data
  // A Float16Array where the browser has one, else the bits.
  if (type === 'float16' && data instanceof Uint16Array) return fromHalf(data)
  return Float32Array.from(data as ArrayLike<number>)
}

/** The same tensor in the type that a session's input wants; any other than a float's as it is. */
export function asType({ Tensor }: OrtTensors, tensor: Tensor, wanted: string | undefined): Tensor {
  if (wanted === tensor.type) return tensor
  if (wanted === 'float16' && tensor.type === 'float32')
    return new Tensor('float16', toHalf(floatsOf(tensor)), tensor.dims)
  if (wanted === 'float32' && tensor.type === 'float16')
    return new Tensor('float32', floatsOf(tensor), tensor.dims)
  return tensor
}

/** By a loop: `BigInt64Array.from` goes through an iterator. */
export function int64s(values: readonly number[]): BigInt64Array {
  const all = new BigInt64Array(values.length)
  for (let i = 0; i < all.length; i++) all[i] = BigInt(values[i] as number)
  return all
}

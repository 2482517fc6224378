import { ownValue, setOwn } from '@voxelwise/python'
import type { Tensor } from 'onnxruntime-web'
import { pastName } from '../model/session-inputs.ts'

/** The KV cache of some tokens: the decoder's `past_*` inputs by name. Never changed once made. */
export type KvCache = Readonly<Record<string, Tensor>>

/** Under which name the decoder takes each of its `present*` outputs back, by that output's name. */
export function pastNames(outputNames: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    outputNames.flatMap(name => {
      const past = pastName(name)
      return past === null ? [] : [[name, past]]
    }),
  )
}

/** The decoder's `present*` outputs under the names by which it takes them back. */
export function cacheFromOutputs(
  outputs: Readonly<Record<string, Tensor>>,
  names: ReadonlyMap<string, string>,
): KvCache {
  const cache: Record<string, Tensor> = {}
  for (const [present, past] of names) {
    const tensor = ownValue(outputs, present)
    if (tensor) setOwn(cache, past, tensor)
  }
  return cache
}

/** Frees memory on the GPU. Other memory is garbage-collected. */
export function disposeCache(cache: KvCache | null): void {
  for (const tensor of Object.values(cache ?? {})) if (tensor.location === 'gpu-buffer') tensor.dispose()
}

import type { Tensor } from '@huggingface/transformers'

/** The KV cache of some tokens: the decoder's `past_*` inputs by name. Never changed once made. */
export type KvCache = Readonly<Record<string, Tensor>>

/** The decoder's `present*` outputs under the names by which it takes them back. */
export function cacheOf(outputs: Readonly<Record<string, Tensor>>): KvCache {
  return Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => name.startsWith('present'))
      .map(([name, tensor]) => [
        name.startsWith('present.')
          ? name.replace('present', 'past_key_values')
          : name.replace('present', 'past'),
        tensor,
      ]),
  )
}

/** Frees what lies on the GPU; what is in memory is the garbage collector's. */
export function disposeCache(cache: KvCache | null): void {
  for (const tensor of Object.values(cache ?? {})) if (tensor.location === 'gpu-buffer') tensor.dispose()
}

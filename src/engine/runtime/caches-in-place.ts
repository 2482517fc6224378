import { ownValue } from '@voxelwise/python'
import type { Tensor } from 'onnxruntime-web'
import type { ModelConfigs } from '../families/family.ts'
import type { DeviceMemory, OrtTensors } from './backend.ts'
import type { KvCache } from './cache.ts'
import { readPast } from './decoder.ts'
import type { Session } from './sessions.ts'

/** Memory for more tokens than there are, and the caches in it: each is the beginning of the next. */
interface Room {
  readonly capacity: number
  readonly tensors: KvCache
  readonly caches: KvCache[]
  /** Tensors of its caches that are not disposed of. */
  uses: number
}

/** One run of the decoder that writes its cache where the past is. */
interface StepInPlace {
  /** The decoder's `past*` inputs, which are longer than the past. */
  readonly past: KvCache
  /** The same memory as the decoder's `present*` outputs. */
  readonly present: Readonly<Record<string, Tensor>>
  /** The cache after the run, to be disposed of like any other. */
  keep(): KvCache
  /** Frees what no cache uses. */
  end(): void
}

interface Parts {
  readonly ort: OrtTensors
  readonly memory: DeviceMemory
  /** As the decoder's `present*` outputs, by the names of its `past*` inputs. */
  readonly presents: ReadonlyMap<string, string>
  readonly room: (capacity: number) => KvCache
  /** Tokens that a prompt and its answer have together at most. */
  readonly most: number
}

/** Fewest tokens that there is room for. */
const leastRoom = 512
const roomStep = 256

/**
 * Caches on the graphics card that the decoder writes in place, so that no token copies those before it, and all questions
 * on an image write over each other's tokens. Only GroupQueryAttention writes so. A cache is valid until an earlier one in
 * the same room is continued.
 */
export class CachesInPlace {
  readonly #parts: Parts
  readonly #rooms = new WeakMap<KvCache, Room>()

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Null where the decoder or the device cannot. @param pasts names of `past*` inputs, by those of `present*` outputs */
  static of(
    ort: OrtTensors & { readonly memory?: DeviceMemory },
    decoder: Session,
    configs: Pick<ModelConfigs, 'config'>,
    pasts: ReadonlyMap<string, string>,
    most: number,
  ): CachesInPlace | null {
    const { memory } = ort
    if (!memory || !decoder.writesInPlace) return null
    const names = [...pasts.values()]
    const shapes = names.map(name => [name, readPast(decoder, name, configs)] as const)
    const isKnown = shapes.every(
      ([, { sides }]) =>
        sides.length === 4 && sides.every((side, i) => side !== null && (i === 2) === (side === 'length')),
    )
    if (!isKnown) return null
    const room = (capacity: number): KvCache =>
      Object.fromEntries(
        shapes.map(([name, { type, sides }]) => {
          const dims = sides.map(side => (side === 'length' ? capacity : Number(side)))
          return [name, memory.allocate(type, dims)] as const
        }),
      )
    const presents = new Map([...pasts].map(([present, past]) => [past, present]))
    return new CachesInPlace({ ort, memory, presents, room, most })
  }

  /**
   * @param past of the tokens before, which a longer room takes over; null for none
   * @param total tokens after the run
   * @returns null where the past is not in place
   */
  step(past: KvCache | null, pastLength: number, total: number): StepInPlace | null {
    const known = past && (this.#rooms.get(past) ?? null)
    if (past && !known) return null
    if (past && known) {
      const at = known.caches.indexOf(past)
      if (at < 0) throw new Error('Another continuation was written over this cache.')
      known.caches.length = at + 1
    }
    const room = known && total <= known.capacity ? known : this.#moved(known, pastLength, total)
    const { tensors } = room
    const present = Object.entries(tensors).map(([name, tensor]) => [this.#parts.presents.get(name), tensor])
    return {
      past: tensors,
      present: Object.fromEntries(present),
      keep: () => this.#cacheIn(room),
      end: () => this.#free(room),
    }
  }

  /** Room for twice as many tokens, with those of another room. */
  #moved(from: Room | null, length: number, total: number): Room {
    const wanted = Math.max(leastRoom, Math.ceil((2 * total) / roomStep) * roomStep)
    const capacity = Math.max(total, Math.min(this.#parts.most, wanted))
    const tensors = this.#parts.room(capacity)
    for (const [name, tensor] of Object.entries(from?.tensors ?? {})) {
      const to = ownValue(tensors, name)
      if (to) this.#parts.memory.copyStart(tensor, to, length)
    }
    return { capacity, tensors, caches: [], uses: 0 }
  }

  #cacheIn(room: Room): KvCache {
    const dispose = (): void => {
      room.uses--
      this.#free(room)
    }
    const all = Object.entries(room.tensors)
    const cache = Object.fromEntries(
      all.map(([name, { type, dims, gpuBuffer }]) => {
        const options = { dataType: type as 'float32', dims, dispose }
        return [name, this.#parts.ort.Tensor.fromGpuBuffer(gpuBuffer, options)] as const
      }),
    )
    room.uses += all.length
    room.caches.push(cache)
    this.#rooms.set(cache, room)
    return cache
  }

  #free({ uses, tensors }: Room): void {
    if (uses === 0) for (const tensor of Object.values(tensors)) tensor.dispose()
  }
}

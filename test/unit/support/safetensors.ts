import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Floats {
  readonly shape: readonly [number, number]
  readonly values: Float32Array
}

/** A safetensors file of 32-bit floats. */
function safetensorsFile(tensors: ReadonlyMap<string, Floats>): Uint8Array {
  let at = 0
  const entries = [...tensors].map(([name, { shape, values }]) => {
    const begin = at
    at += values.byteLength
    return [name, { dtype: 'F32', shape, data_offsets: [begin, at] }] as const
  })
  const header = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)))
  const file = new Uint8Array(8 + header.length + at)
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true)
  file.set(header, 8)
  let place = 8 + header.length
  for (const { values } of tensors.values()) {
    file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), place)
    place += values.byteLength
  }
  return file
}

const queries = [0, 1].map(layer => `model.language_model.layers.${layer}.self_attn.q_proj`)

/**
 * A LoRA adapter as peft saves it, of matrices of 32 x 32.
 * @param modules by their published names; the queries of both layers of `../shared/checkpoints/llava-bf16` unless given, which
 *   changes its answers
 */
export function writeAdapter(folder: string, modules: readonly string[] = queries): void {
  writePairs(folder, new Map(modules.map((module, i) => [module, [wave([2, 32], i), wave([32, 2], i + 7)]])))
}

export const wave = (shape: readonly [number, number], of: number): Floats => ({
  shape,
  values: Float32Array.from({ length: shape[0] * shape[1] }, (_, i) => Math.sin(of + i)),
})

/** @param pairs the two matrices of each module, of rank 2 */
export function writePairs(
  folder: string,
  pairs: ReadonlyMap<string, readonly [down: Floats, up: Floats]>,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const settings = {
    peft_type: 'LORA',
    r: 2,
    lora_alpha: 64,
    base_model_name_or_path: 'hospital/base',
    ...more,
  }
  writeFileSync(join(folder, 'adapter_config.json'), JSON.stringify(settings))
  const tensors = [...pairs].flatMap(([module, [down, up]]) => [
    [`base_model.model.${module}.lora_A.weight`, down] as const,
    [`base_model.model.${module}.lora_B.weight`, up] as const,
  ])
  writeFileSync(join(folder, 'adapter_model.safetensors'), safetensorsFile(new Map(tensors)))
}

/** How many parameters a model has. */
import { ownValue } from '@voxelwise/python'
import type { ModelInfo } from '../../../engine/protocol/identity.ts'

const size = /(?<![\w.])(\d+(?:\.\d+)?)\s?([BM])(?![A-Za-z0-9])/i

/** As its name has them: "Qwen3-VL-30B-A3B" has 30 billion. Null where it has no such number. */
export function sizeInName(name: string): number | null {
  const match = size.exec(name.replaceAll('_', '-'))
  if (!match) return null
  const parameters = Number(match[1]) * (match[2]?.toUpperCase() === 'M' ? 1e6 : 1e9)
  return parameters > 0 ? parameters : null
}

/** What two sizes of one family have in common. */
export const withoutSize = (name: string): string => name.replaceAll('_', '-').replace(size, '').toLowerCase()

/** Parameters of a run's model: counted in its graph, else read from its name. */
export const modelSize = ({ name, parameters }: Pick<ModelInfo, 'name' | 'parameters'>): number | null =>
  parameters ?? sizeInName(name)

/**
 * Published models whose names state no size, from their model cards. HealthGPT's are those of the language models it is made of:
 * Phi-3-mini, Phi-4 and Qwen2.5-32B.
 */
const known: Readonly<Record<string, number>> = {
  'Phi-3.5-Vision': 4.2e9,
  'MiniCPM-o 2.6': 8e9,
  'MedVLM-R1': 2e9,
  'HealthGPT-M3': 3.8e9,
  'HealthGPT-L14': 14e9,
  'HealthGPT-XL32': 32e9,
}

/** Parameters of a model of a paper's table; null where its makers do not publish them. */
export const publishedSize = (name: string): number | null =>
  sizeInName(name) ?? ownValue(known, name) ?? null

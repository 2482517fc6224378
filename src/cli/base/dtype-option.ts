/** The precision of a model as commands take it. */
import { type Dtype, dtypes } from '../../engine/protocol/device.ts'
import { readDtype } from '../../engine/protocol/mixed-precision.ts'
import { listed, textOption, usageError } from './options.ts'

/** @param usual what is taken where the option is absent, in words */
export const dtypeOption = (usual: string) =>
  textOption(
    'dtype',
    'DTYPE',
    `Precision of the weights: ${listed(dtypes, 'or')}. Other graphs can differ from the decoder: q4+vision_encoder=fp32+embed_tokens=fp16.`,
    { default: usual },
  )

/** Graphs may stand in any order. @throws VoxelwiseError usage */
export function namedDtype(text: string): Dtype {
  const [main = '', ...parts] = text.split('+')
  const dtype = readDtype([main, ...parts.sort()].join('+'))
  if (dtype) return dtype
  throw usageError(
    `--dtype takes ${listed(dtypes, 'or')}. Other graphs are added as in q4+vision_encoder=fp32.`,
    `--dtype ${text}`,
  )
}

/** Folders as tools that are not ours export them, about the same weights as the golden LightOnOCR. */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { suffixes } from '../../../src/engine/model/layout.ts'
import type { GraphDtype } from '../../../src/engine/protocol/device.ts'

const families = 'test/golden/families'
const built = 'test/golden/third-party'

/** What ONNX Runtime GenAI's builder calls the precisions of the decoders that are kept here. */
export const builtBy = { 'genai-0.18': { fp32: 'fp32', fp16: 'fp16', q4: 'int4' } } as const

/**
 * The golden LightOnOCR under `root`, its decoders replaced by those of a tool: graph and data renamed after the session, while
 * the graph still asks for `model.onnx.data`. Encoder and embedding are the same in each precision. And the pictures that its goldens are about.
 */
export function thirdPartyFolder(root: string, tool: keyof typeof builtBy): string {
  const folder = join(root, tool)
  const onnx = join(folder, 'onnx')
  cpSync(join(families, 'pictures'), join(root, 'pictures'), { recursive: true })
  mkdirSync(onnx, { recursive: true })
  cpSync(join(families, 'lighton_ocr'), folder, {
    recursive: true,
    filter: path => !path.includes('decoder_model_merged'),
  })
  for (const [dtype, name] of Object.entries(builtBy[tool])) {
    const suffix = suffixes[dtype as GraphDtype]
    const decoder = join(onnx, `decoder_model_merged${suffix}.onnx`)
    for (const session of suffix === '' ? [] : ['vision_encoder', 'embed_tokens'])
      cpSync(join(onnx, `${session}.onnx`), join(onnx, `${session}${suffix}.onnx`))
    cpSync(join(built, tool, name, 'model.onnx'), decoder)
    cpSync(join(built, tool, name, 'model.onnx.data'), `${decoder}.data`)
  }
  return folder
}

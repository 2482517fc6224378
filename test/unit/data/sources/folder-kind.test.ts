import { expect, test } from 'vitest'
import { folderKind } from '../../../../src/data/sources/descriptor.ts'

test('a folder is recognised as a model or a data set by its file names', () => {
  expect(folderKind(['config.json', 'tokenizer.json', 'onnx/decoder_model_merged_q4.onnx'])).toBe('model')
  expect(folderKind(['smolvlm/config.json', 'smolvlm/onnx/vision_encoder.onnx'])).toBe('model')
  expect(folderKind(['BrainCT/test.json', 'BrainCT/1.png'])).toBe('dataset')
  expect(folderKind(['questions.CSV', 'images/1.png'])).toBe('dataset')
  expect(folderKind(['config.json', 'photo.png'])).toBeNull()
  expect(folderKind([])).toBeNull()
})

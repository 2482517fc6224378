import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FileName } from '../../../../../src/ui/shared/controls/file-name.tsx'

test('a line breaks before the extension of a file or in its name, never in the extension', () => {
  const draw = (name: string) => renderToStaticMarkup(FileName({ name }))
  const drawn = (name: string, extension: string) =>
    `<span class="mono">${name}<span class="keep">${extension}</span></span>`
  expect(draw('images/chest-x-ray-0001.png')).toBe(drawn('images/chest-x-ray-0001', '.png'))
  expect(draw('scan.nii.gz')).toBe(drawn('scan', '.nii.gz'))
  expect(draw('onnx/model_q4.onnx_data')).toBe(drawn('onnx/model_q4', '.onnx_data'))
  expect(draw('1.2.840.10008.5')).toBe(drawn('1.2.840.10008.5', ''))
  expect(draw('README')).toBe(drawn('README', ''))
})

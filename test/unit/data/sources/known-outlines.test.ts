import { expect, test } from 'vitest'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { parseOutline } from '../../../../src/engine/model/onnx-outline.ts'
import { blobSource } from '../../../../src/engine/model/protobuf.ts'

const limits = { webgpu: null, streams: true }

test('a model whose outlines are known is described without reading its graphs', async () => {
  const source = nodeSource('public/models/phantom-vlm')
  const { files } = await openModelFolder(source)
  const graphs = files.filter(({ path }) => path.endsWith('.onnx'))
  const outlines = Object.fromEntries(
    await Promise.all(
      graphs.map(
        async ({ path }) => [path, await parseOutline(blobSource(await source.open(path)))] as const,
      ),
    ),
  )
  const opened: string[] = []
  const known = await openModelFolder({
    kind: source.kind,
    name: source.name,
    list: async () => files,
    open: path => {
      opened.push(path)
      return source.open(path)
    },
    outlines: async () => JSON.parse(JSON.stringify(outlines)),
  })
  const overview = await summariseModel(known, 'bundled', limits, 1)
  expect(opened.filter(path => path.endsWith('.onnx'))).toEqual([])
  expect(overview).toEqual(await summariseModel(await openModelFolder(source), 'bundled', limits, 1))
})

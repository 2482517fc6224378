import { expect, test } from 'vitest'
import { datasetHere } from '../../../../src/data/formats/portioned-dataset.ts'
import { loadDataset } from '../../../../src/data/formats/registry.ts'
import { summariseDataset } from '../../../../src/data/formats/summarise-dataset.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { datasetBehind, datasetPort } from '../../../../src/workers/data/dataset-port.ts'

test('a data set is the same at the other end of a port, however many messages its samples take', async () => {
  const source = nodeSource('public/datasets/phantom-cube')
  const loaded = await loadDataset(source, {})
  // The bundled one has fewer samples than one message takes.
  const many = Array.from({ length: 4001 }, (_, index) => ({
    ...(loaded.samples[index % loaded.samples.length] as (typeof loaded.samples)[number]),
    index,
  }))
  for (const samples of [many, loaded.samples, []]) {
    const whole = { ...loaded, samples }
    const overview = summariseDataset(loaded, source.kind)
    const { port1, port2 } = new MessageChannel()
    datasetPort(whole, overview, { open: async path => new Blob([path]) }).connect(port1)
    const behind = await datasetBehind(port2)
    const here = datasetHere(whole, overview)
    expect(behind.overview).toEqual(here.overview)
    const { skipped, findings, badFiles, frame } = await here.load()
    expect(await behind.load()).toEqual({ skipped, findings, badFiles, frame })
    const received = []
    for await (const some of behind.samples()) received.push(...some)
    expect(received).toEqual(samples)
    port1.close()
  }
})

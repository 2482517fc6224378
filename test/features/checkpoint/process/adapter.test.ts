/** `evaluate --runtime node` with a checkpoint and an adapter on it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '../../../../src/cli/commands/evaluate.ts'
import { inProcess } from '../../../unit/support/command.ts'
import { describeNative } from '../../../unit/support/native.ts'
import { readRunText } from '../../../unit/support/read-run.ts'
import { writeAdapter } from '../../../unit/support/safetensors.ts'

const evaluate = inProcess(main)
let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'voxelwise-adapter-'))
})
afterAll(() => rmSync(parent, { recursive: true }))

const checkpoint = '../shared/checkpoints/llava-bf16'

describeNative(() => {
  test.runIf(existsSync(checkpoint))('an adapter changes the answers, and is part of the model', async () => {
    const adapter = mkdtempSync(join(parent, 'adapter-'))
    writeAdapter(adapter)
    const runWith = async (out: string, ...more: string[]) => {
      const args = ['--runtime', 'node', '--dataset', 'demo', '--model', checkpoint, '--limit', '3']
      const { code, stderr } = await evaluate(...args, '--dtype', 'q8', '--out', join(parent, out), ...more)
      expect([code, stderr]).toEqual([0, expect.stringContaining('Done on cpu')])
      return readRunText(readFileSync(join(parent, out, 'run.json'), 'utf8'))
    }
    const plain = await runWith('plain')
    const adapted = await runWith('adapted', '--adapter', adapter)
    expect(plain.run.model.name).toBe('llava-bf16')
    expect(adapted.run.model).toMatchObject({
      name: `llava-bf16 + ${basename(adapter)}`,
      adapter: { base: 'hospital/base', rank: 2, alpha: 64, changes: 2 },
    })
    for (const field of ['fingerprint', 'weights'] as const)
      expect(adapted.run.model[field]).not.toBe(plain.run.model[field])
    const answers = ({ records }: typeof plain) =>
      records.map(record => record.status === 'answered' && record.response)
    expect(answers(adapted)).not.toEqual(answers(plain))
  })
})

/** `evaluate` in a page that is killed in the middle: nothing that it showed is lost, and the same command continues. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RunJournal } from '../../src/cli/base/journal.ts'
import { sharedFolder } from '../browser/harness/folders.ts'
import {
  type Chat,
  type FakeServer,
  joinTexts,
  listPictures,
  startModelServer,
} from '../browser/harness/model-server.ts'
import { freshFolder } from '../browser/harness/page.ts'
import { script } from '../unit/support/command.ts'
import { readRunText } from '../unit/support/read-run.ts'

const evaluate = script('evaluate')

let models: FakeServer
beforeAll(async () => {
  models = await startModelServer({ kind: 'vllm', fault: () => ({ kind: 'slow', ms: 150 }) })
})
afterAll(() => models.close())

/**
 * Starts the command and kills it, with its browser, when it has shown a line.
 * @param later milliseconds from the line to its end
 * @returns the number in that line
 */
async function killedAt(argv: readonly string[], line: RegExp, later = 0): Promise<number> {
  const command = spawn(process.execPath, ['--import', 'tsx', 'src/cli/commands/evaluate.ts', ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  const shown = await new Promise<number>((resolve, reject) => {
    command.stderr?.on('data', chunk => {
      said += chunk
      const found = line.exec(said)
      if (found) resolve(Number(found[1]))
    })
    command.on('exit', () => reject(new Error(`It ended before it was killed:\n${said}`)))
  })
  await new Promise(resolve => setTimeout(resolve, later))
  await kill(command)
  return shown
}

async function kill(command: ChildProcess): Promise<void> {
  command.removeAllListeners('exit')
  const gone = new Promise(resolve => command.once('exit', resolve))
  // Its own group: the browser is killed with it.
  process.kill(-(command.pid ?? 0), 'SIGKILL')
  await gone
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Browsers that were started by the command among this process's children that writes to a folder. */
function findBrowsers(parent: number, out: string): readonly number[] {
  const listChildren = (pid: number): readonly number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  const command = listChildren(parent).filter(pid =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(out),
  )
  return command
    .flatMap(listChildren)
    .filter(pid => /chrom/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
}

async function journalIn(out: string) {
  const journal = await RunJournal.open(join(out, 'run.journal'))
  const runs = await Promise.all(
    (await journal.runs()).map(async ({ run }) => ({ run, done: journal.done(run.id) })),
  )
  journal.close()
  return runs
}

const read = (out: string) => readRunText(readFileSync(join(out, 'run.json'), 'utf8'))

/** Whether the chat belongs to the test of the connection. */
const isProbe = (chat: Chat): boolean =>
  /Which colour|Is this picture red|Say the word hello/.test(joinTexts(chat))

/** Each question that was asked about a picture, with how often. */
function askedSince(first: number): readonly number[] {
  const times = new Map<string, number>()
  for (const chat of models.asked.slice(first)) {
    const [picture] = listPictures(chat)
    if (picture === undefined || isProbe(chat)) continue
    const key = joinTexts(chat) + picture
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  return [...times.values()]
}

test('replies that break every rule end neither the command nor the run', async () => {
  const out = freshFolder('faulty')
  const head = (status: string, length: number): string =>
    `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\n\r\n`
  const replies = [
    `${head('000 x', 2)}{}`,
    `${head('099 x', 2)}{}`,
    `${head('200 OK', 2)}{}{}{}`,
    head('200 OK', 9),
  ]
  const first = models.asked.length
  const { nature } = models
  models.nature = {
    ...nature,
    fault: number => {
      const at = number - first
      const bytes = at % 3 === 0 ? replies[(at / 3) % replies.length] : undefined
      return bytes === undefined ? null : { kind: 'raw', bytes }
    },
  }
  const argv = ['--dataset', 'demo', '--server', models.address, '--out', out, '--limit', '12']
  const { code, stderr } = await evaluate(...argv)
  models.nature = nature
  expect(code, stderr).toBe(0)
  const { records } = await read(out)
  expect(records.map(({ status }) => status)).toEqual(Array(12).fill('answered'))
})

const progress = /^([1-9]\d*) \/ \d+/m

describe.skipIf(process.platform !== 'linux')('a killed evaluate', () => {
  test('with a server: shown answers are on disk, are not asked again, and the rest follows', async () => {
    const out = freshFolder('killed')
    const argv = ['--dataset', 'demo', '--server', models.address, '--out', out, '--limit', '40']
    const first = models.asked.length
    const shown = await killedAt(argv, progress)
    const [kept, ...others] = await journalIn(out)
    expect(others).toEqual([])
    expect(kept?.done.length).toBeGreaterThanOrEqual(shown)

    const other = await evaluate(...argv.slice(0, -1), '30')
    expect(other.stderr).toContain('The unfinished run in this folder was made with a different limit.')
    expect(other.code).toBe(1)

    const { code, stderr } = await evaluate(...argv)
    expect(stderr).toContain(`Continuing the run of ${kept?.run.created}: ${kept?.done.length} answered`)
    expect(code).toBe(0)
    const { run, records } = await read(out)
    expect([run.id, run.state, run.imported]).toEqual([kept?.run.id, 'done', undefined])
    expect(records).toHaveLength(40)
    expect(existsSync(join(out, 'run.journal'))).toBe(false)
    const asked = askedSince(first)
    expect(asked).toHaveLength(40)
    // At most what was being asked when it was killed, or was answered and not written yet.
    expect(asked.filter(times => times > 1).length).toBeLessThanOrEqual(8)
  })

  test('if only its browser is killed, it reports that, and the same command continues', async () => {
    const out = freshFolder('killed')
    const argv = ['--dataset', 'demo', '--server', models.address, '--out', out, '--limit', '40']
    const command = evaluate(...argv)
    while ((await journalIn(out))[0]?.done.length === undefined) await sleep(200)
    await sleep(1000)
    for (const browser of findBrowsers(process.pid, out)) process.kill(browser, 'SIGKILL')
    const { code, stderr } = await command
    expect(stderr).toContain('The page crashed')
    expect(code).toBe(1)
    const [kept] = await journalIn(out)
    expect(kept?.done.length).toBeGreaterThan(0)
    const again = await evaluate(...argv)
    expect(again.stderr).toContain(`: ${kept?.done.length} answered`)
    expect(again.code).toBe(0)
    expect((await read(out)).records).toHaveLength(40)
  })

  test('in its extra pass: the run and the pass are continued', async () => {
    const out = freshFolder('killed')
    const argv = ['--dataset', 'demo', '--server', models.address, '--out', out, '--limit', '12']
    await killedAt([...argv, '--probes', 'blank-image,noise:2'], /Extra pass.*; (1) more/, 1200)
    const kept = await journalIn(out)
    expect(kept.map(({ run }) => run.probe?.kind).sort()).toEqual(['blank-image', 'corruption', undefined])
    const { code, stderr } = await evaluate(...argv, '--probes', 'blank-image,noise:2')
    expect(stderr).toContain(': 12 answered')
    expect(code).toBe(0)
    const { records, passes } = await read(out)
    expect([records.length, ...passes.map(pass => pass.records.length)]).toEqual([12, 12, 12])
    const ids = kept.flatMap(({ run }) => (run.probe ? [run.id] : []))
    expect(passes.map(({ run }) => run.id).sort()).toEqual(ids.sort())
  })

  test('while judging: neither answers nor ratings are asked again', async () => {
    const out = freshFolder('killed')
    const argv = [
      ...['--dataset', join(sharedFolder('benchmarks'), 'json-med-cmr'), '--server', models.address],
      ...['--judge-model', '@server', '--judge-repeats', '0', '--out', out],
    ]
    await killedAt(argv, /Judging the free-text answers[\s\S]*\n(0) \/ 7/, 500)
    const [run, pass] = await journalIn(out)
    expect(run?.run.state).toBe('done')
    expect(pass?.run.judging).toBeDefined()
    expect(pass?.done.length).toBeGreaterThan(0)
    const first = models.asked.length
    const { code, stderr } = await evaluate(...argv)
    expect(code, stderr).toBe(0)
    const { records, passes } = await read(out)
    expect(records).toHaveLength(run?.done.length ?? 0)
    expect(passes).toMatchObject([{ run: { id: pass?.run.id, state: 'done' } }])
    const open = (passes[0]?.records.length ?? 0) - (pass?.done.length ?? 0)
    expect(open).toBeGreaterThan(0)
    const rated = models.asked.slice(first).filter(chat => !isProbe(chat))
    expect(rated).toHaveLength(open)
  })
})

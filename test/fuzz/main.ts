/** Fuzzes every parser for some minutes, or with a number of inputs. Run by `npm run fuzz -- …`. */
import { randomInt } from 'node:crypto'
import { type CommandSpec, defineCommand, type Io, runIfStarted } from '../../src/cli/base/command.ts'
import { choiceOption, textOption, usageError } from '../../src/cli/base/options.ts'
import { describeFinding, fuzz, type Totals } from './campaign.ts'
import { Harness } from './harness.ts'
import { parsers } from './parsers.ts'

const spec = {
  name: 'fuzz',
  about: 'Fuzzes every parser for some minutes, or with a number of inputs.',
  synopsis: ['npm run -s fuzz -- [options]'],
  options: [
    textOption('minutes', 'M', 'How long.', { default: '1' }),
    textOption(
      'inputs',
      'N',
      'How many inputs instead of minutes, rounded up to the same number for each parser.',
    ),
    textOption('seed', 'S', 'The inputs of an earlier round, in the same order.'),
    choiceOption('only', 'NAME', Object.keys(parsers), 'one parser.'),
    textOption('input', 'SEED', 'One input by its own seed, as a finding shows it.', { needs: 'only' }),
  ],
} as const satisfies CommandSpec

export const main = defineCommand(spec, async ({ args, io }) => {
  const [minutes, seed] = [Number(args.minutes ?? 1), Number(args.seed ?? randomInt(2 ** 32))]
  if (!(minutes > 0)) throw usageError('--minutes takes a number above 0.', '--minutes')
  const count = args.inputs === undefined ? null : Number(args.inputs)
  if (count !== null && !(Number.isInteger(count) && count > 0))
    throw usageError('--inputs takes a whole number above 0.', '--inputs')
  if (!Number.isInteger(seed)) throw usageError('--seed takes a whole number.', '--seed')
  const input = Number(args.input)
  if (args.input !== undefined && !Number.isInteger(input))
    throw usageError('--input takes a whole number.', '--input')
  if (args.only !== undefined && args.input !== undefined) return again(args.only, input, io)
  const names = args.only ? [args.only] : Object.keys(parsers)
  const budget = count === null ? { seconds: minutes * 60 } : { rounds: Math.ceil(count / names.length) }
  io.stdout(`Seed ${seed}, ${count === null ? `${minutes} minutes` : `${count} inputs`}`)
  const { totals, findings } = await fuzz(names, seed, budget)
  io.stdout(table(totals))
  for (const finding of findings) io.stdout(`\n${describeFinding(finding)}`)
  const inputs = [...totals.values()].reduce((sum, total) => sum + total.inputs, 0)
  io.stdout(`\n${inputs} inputs, ${findings.length} findings, seed ${seed}`)
  return findings.length > 0 ? 1 : 0
})

async function again(parser: string, seed: number, io: Io): Promise<number> {
  const harness = new Harness()
  const tried = await harness.try({ parser, seed })
  harness.close()
  io.stdout(tried.fault ? describeFinding({ parser, ...tried, seed }) : `${tried.code}: ${tried.message}`)
  return tried.fault ? 1 : 0
}

function table(totals: ReadonlyMap<string, Totals>): string {
  const rows = [...totals].map(([name, { inputs, outcomes, ms, memory }]) => {
    const counts = [...outcomes].sort((a, b) => b[1] - a[1]).map(([outcome, n]) => `${outcome} ${n}`)
    return `| ${name} | ${inputs} | ${Math.round(ms)} | ${Math.round(memory / 1e6)} | ${counts.join(', ')} |`
  })
  return ['| parser | inputs | worst ms | worst MB | outcomes |', '|---|--:|--:|--:|---|', ...rows].join('\n')
}

await runIfStarted(import.meta.url, main)

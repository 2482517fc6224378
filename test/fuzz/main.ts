/** Fuzzes every parser for some minutes, or with a number of inputs. Run by `npm run fuzz -- …`. */
import { randomInt } from 'node:crypto'
import { readArguments, runCommand, usageError } from '../../src/cli/base/arguments.ts'
import { describeFinding, fuzz, type Totals } from './campaign.ts'
import { Harness } from './harness.ts'
import { parsers } from './parsers.ts'

const usage = `  npm run -s fuzz -- [options]
Options:
  --minutes M    how long (1)
  --inputs N     how many inputs instead, rounded up to as many for each parser
  --seed S       the inputs of an earlier round, in the same order
  --only NAME    one parser: ${Object.keys(parsers).join(', ')}
  --input SEED   with --only: one input by its own seed, as a finding gives it`

const spec = {
  minutes: 'text',
  inputs: 'text',
  seed: 'text',
  only: 'text',
  input: 'text',
  help: 'flag',
} as const

async function main(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, spec, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  const wrong = (option: keyof typeof spec) => usageError('This option makes no sense.', `--${option}`, usage)
  const [minutes, seed] = [Number(args.minutes ?? 1), Number(args.seed ?? randomInt(2 ** 32))]
  if (!(minutes > 0)) throw wrong('minutes')
  const count = args.inputs === undefined ? null : Number(args.inputs)
  if (count !== null && !(Number.isInteger(count) && count > 0)) throw wrong('inputs')
  if (!Number.isInteger(seed)) throw wrong('seed')
  if (args.only !== undefined && !(args.only in parsers)) throw wrong('only')
  if (args.input !== undefined) {
    if (args.only === undefined || !Number.isInteger(Number(args.input))) throw wrong('input')
    return again(args.only, Number(args.input))
  }
  const names = args.only ? [args.only] : Object.keys(parsers)
  const budget = count === null ? { seconds: minutes * 60 } : { rounds: Math.ceil(count / names.length) }
  console.log(`Seed ${seed}, ${count === null ? `${minutes} minutes` : `${count} inputs`}`)
  const { totals, findings } = await fuzz(names, seed, budget)
  console.log(table(totals))
  for (const finding of findings) console.log(`\n${describeFinding(finding)}`)
  const inputs = [...totals.values()].reduce((sum, total) => sum + total.inputs, 0)
  console.log(`\n${inputs} inputs, ${findings.length} findings, seed ${seed}`)
  if (findings.length > 0) process.exitCode = 1
}

async function again(parser: string, seed: number): Promise<void> {
  const harness = new Harness()
  const tried = await harness.try({ parser, seed })
  harness.close()
  console.log(tried.fault ? describeFinding({ parser, ...tried, seed }) : `${tried.code}: ${tried.message}`)
  if (tried.fault) process.exitCode = 1
}

function table(totals: ReadonlyMap<string, Totals>): string {
  const rows = [...totals].map(([name, { inputs, outcomes, ms, memory }]) => {
    const counts = [...outcomes].sort((a, b) => b[1] - a[1]).map(([outcome, n]) => `${outcome} ${n}`)
    return `| ${name} | ${inputs} | ${Math.round(ms)} | ${Math.round(memory / 1e6)} | ${counts.join(', ')} |`
  })
  return ['| parser | inputs | worst ms | worst MB | outcomes |', '|---|--:|--:|--:|---|', ...rows].join('\n')
}

await runCommand(() => main(process.argv.slice(2)))

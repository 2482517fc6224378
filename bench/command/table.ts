import type { CaseResult } from './case.ts'
import { firstAnswerTable } from './first-answer.ts'
import { gpuTables } from './gpu.ts'
import { partsTable } from './parts.ts'
import type { BenchResult } from './result.ts'
import type { SizeResult } from './size.ts'
import type { Spread } from './spread.ts'
import { ms, table } from './text-table.ts'

const times = (value: number): string => `${value.toFixed(2)}x`

const name = ({ model, dtype, device, threads, questions_per_image }: CaseResult): string =>
  `${model} ${dtype}, ${device}${threads ? `, threads ${threads}` : ''}, ${questions_per_image} a picture`

const around = ({ median, min, max }: Spread): string =>
  `${times(median)} (${min.toFixed(2)} to ${max.toFixed(2)})`

const range = ([min, max]: readonly [number, number]): string => `${ms(min)} to ${ms(max)}`

/** A command line without the folders of the machine that it was given on. */
export const withoutFolders = (command: string): string =>
  command.replace(/(?<=[\s=,])(?:~?\/|[A-Za-z]:[\\/])[^\s,]*[\\/](?=[^\s,])/g, '')

/** Where and how it was measured. */
function origin({ created, commit, command, machine, versions, load }: BenchResult): string {
  const { cpu, cores, memory_gb, system, gpu } = machine
  const { voxelwise, transformers, onnxruntime, chromium, node } = versions
  return [
    `\`${withoutFolders(command)}\``,
    `${created.slice(0, 16).replace('T', ' ')} UTC, commit ${commit ?? 'unknown'} (+: with changes); ${cpu}, ${cores} cores, ${memory_gb} GB, ${gpu ?? 'no GPU'}, ${system}; Voxelwise ${voxelwise}, transformers.js ${transformers}, ONNX Runtime ${onnxruntime}, Chromium ${chromium}, Node ${node}; load of the machine when it began ${load.start}, when it ended ${load.end}`,
  ].join('\n\n')
}

/** A line a step and number of questions, with how its time grew since the number before. */
function sizeTable(sizes: readonly SizeResult[]): string {
  const head = [
    'step',
    'questions',
    's',
    'growth',
    'longest task ms',
    'on processor',
    'page MB',
    'browser MB',
  ]
  const names = [...new Set(sizes.flatMap(({ steps }) => steps.map(({ name }) => name)))]
  const rows = names.flatMap(name => {
    let before: number | null = null
    return sizes.flatMap(({ questions, steps }) => {
      const step = steps.find(one => one.name === name)
      if (!step) return []
      const growth = before === null ? '' : times(step.ms / before)
      before = step.ms
      const seconds = step.failure === undefined ? (step.ms / 1000).toFixed(1) : `failed: ${step.failure}`
      const { longest_task_ms, longest_task_processor_ms, page_mb, browser_mb } = step
      const known = [longest_task_ms, longest_task_processor_ms, page_mb, browser_mb].map(n =>
        String(n ?? ''),
      )
      return [[name, questions.toLocaleString('en'), seconds, growth, ...known]]
    })
  })
  return table(head, rows)
}

export function tables(result: BenchResult): string {
  const { first_answer } = result
  if (first_answer) return [origin(result), firstAnswerTable(first_answer)].join('\n\n')
  if (result.parts) return [origin(result), partsTable(result.parts)].join('\n\n')
  if (result.size) return [origin(result), sizeTable(result.size)].join('\n\n')
  const { cases, scale, growth, long_tasks } = result
  if (cases.length === 0 && result.gpu) return [origin(result), ...result.gpu.map(gpuTables)].join('\n\n')
  const parts = [
    origin(result),
    ...(result.gpu ?? []).map(gpuTables),
    'Milliseconds a question (medians of the rounds):',
    table(
      ['case', 'naive', 'naive, all cores', 'generate', 'choices', 'kept', 'floor generate', 'floor choices'],
      cases.map(result => [
        name(result),
        ms(result.naive_ms),
        ms(result.naive_threads_ms),
        ms(result.generate_ms),
        ms(result.choices_ms),
        ms(result.kept_ms),
        ms(result.floor_generate_ms),
        ms(result.floor_choices_ms),
      ]),
    ),
    'Ours by the floor, each round by itself (median, smallest to largest), and naive by ours (of the medians):',
    table(
      ['case', 'generate / floor', 'choices / floor', 'naive / generate', 'naive, all cores / generate'],
      cases.map(result => [
        name(result),
        around(result.over_floor.generate),
        around(result.over_floor.choices),
        times(result.naive_ms / result.generate_ms),
        times(result.naive_threads_ms / result.generate_ms),
      ]),
    ),
    ...copiesTable(cases),
    'Smallest and largest of the rounds:',
    table(
      ['case', 'naive', 'naive, all cores', 'generate', 'choices', 'kept', 'floor generate', 'floor choices'],
      cases.map(result => [
        name(result),
        range(result.spread.naive_ms),
        range(result.spread.naive_threads_ms),
        range(result.spread.generate_ms),
        range(result.spread.choices_ms),
        range(result.spread.kept_ms),
        range(result.spread.floor_generate_ms),
        range(result.spread.floor_choices_ms),
      ]),
    ),
    'Beside the questions:',
    table(
      [
        'case',
        'samples',
        'samples/s',
        'load ms',
        'naive load ms',
        'first answer ms',
        'peak MB',
        'naive peak MB',
        'batch of 4 / alone',
        'occlusion map ms',
        'map / floor',
        'share spent giving way',
      ],
      cases.map(result => [
        name(result),
        String(result.samples),
        result.samples_per_second.toPrecision(3),
        ms(result.load_ms),
        ms(result.naive_load_ms),
        ms(result.first_answer_ms),
        String(result.peak_memory_mb.ours ?? '?'),
        String(result.peak_memory_mb.naive ?? '?'),
        result.batch ? times(result.batch.batched_ms / result.batch.alone_ms) : '',
        result.map ? ms(result.map.ms) : '',
        result.map ? times(result.map.ms / result.map.floor_ms) : '',
        givingWay(result),
      ]),
    ),
  ]
  const facts: [string, string][] = []
  if (scale) {
    facts.push(
      ['listing 100,000 samples', `${ms(scale.list_100k_ms)} ms`],
      ['all metrics over 100,000 records', `${ms(scale.metrics_100k_ms)} ms`],
    )
  }
  if (growth) {
    for (const { answered, mb } of [growth.memory_mb[0], growth.memory_mb.at(-1)].flatMap(at => at ?? []))
      facts.push([`memory after ${answered.toLocaleString('en')} answers`, `${mb ?? '?'} MB`])
    facts.push([`a question of ${growth.samples.toLocaleString('en')}`, `${ms(growth.ms_a_question)} ms`])
  }
  if (long_tasks) {
    const longest = Math.max(0, ...long_tasks.tasks)
    facts.push([
      `main thread's tasks over 50 ms in a run of ${long_tasks.seconds.toFixed(0)} s`,
      `${long_tasks.tasks.length}${longest > 0 ? `, the longest ${ms(longest)} ms` : ''}`,
    ])
  }
  if (facts.length > 0) parts.push('At scale:', table(['what', 'measured'], facts))
  return parts.join('\n\n')
}

function givingWay({ giving_way: share }: CaseResult): string {
  // Files of earlier versions have none, or a ratio of two runs with its interval.
  if (share?.max === undefined) return ''
  const percent = (value: number): string => `${(100 * value).toFixed(2)}%`
  return `${percent(share.median)} (${percent(share.min)} to ${percent(share.max)})`
}

/** Nothing where every model is there once. */
function copiesTable(cases: readonly CaseResult[]): string[] {
  const rows = cases.flatMap(({ copies, ...result }) =>
    copies
      ? [
          [
            name(result),
            String(copies.number),
            ms(copies.floor_ms.generate.median),
            ms(copies.floor_ms.choices.median),
            around(copies.over_floor.generate),
            around(copies.over_floor.choices),
          ],
        ]
      : [],
  )
  if (rows.length === 0) return []
  return [
    'Where ours has several copies of the model, beside as many bare ones that share the cores as they do:',
    table(
      [
        'case',
        'copies',
        'their floor generate',
        'their floor choices',
        'generate / theirs',
        'choices / theirs',
      ],
      rows,
    ),
  ]
}

/**
 * Open answers rated by a rubric: writes what a judge model is to be asked and a sheet for people, and reads both back.
 * Run by `npm run -s rubric -- …`.
 */
import { join } from 'node:path'
import { ratingSheet } from '../../data/export/rating-sheet.ts'
import { readRatingSheet } from '../../data/export/read-rating-sheet.ts'
import { readRun } from '../../data/export/read-run.ts'
import type { RunFile } from '../../data/export/run-parts.ts'
import { ratedItems } from '../../data/formats/rated-items.ts'
import { judgeReplies } from '../../data/formats/response-lines.ts'
import { repliesOf } from '../../engine/analysis/judged-answers.ts'
import { type JudgedReply, rubricAgreement, rubricFigures } from '../../engine/analysis/rubric-figures.ts'
import { ratedItemsOf } from '../../engine/protocol/protocols/judged-samples.ts'
import { rubricPrompt } from '../../engine/protocol/rubrics/prompt.ts'
import { readRatings } from '../../engine/protocol/rubrics/read-ratings.ts'
import { type Rubric, rubrics } from '../../engine/protocol/rubrics/rubric.ts'
import { rubricOf } from '../../engine/protocol/protocols/rubric.ts'
import { judgedLine } from '../../ui/text/judged.ts'
import { readArguments, runCommand, usageError } from '../base/arguments.ts'
import { openFile, readJson, readText, writeParts } from '../base/files.ts'
import { printable } from '../base/printable.ts'

const names = rubrics.map(({ id }) => id).join(', ')

const usage = `  npm run -s rubric -- --run FILE --rubric NAME --out DIR [options]
  npm run -s rubric -- --results FILE --rubric NAME --out DIR [options]
Options:
  --run FILE         a run.json, which knows what the images show, where its data set says so; what a judge of the page or
                     of evaluate --judge-model made of it is written without --replies
  --results FILE     a results.json of a mapped data set, or an array of {id, question, answer, response}; what the
                     image shows is taken from visual_description, where a record has one
  --rubric NAME      ${names}
  --out DIR          where the files are written
  --replies FILE     JSONL of {"id": …, "response": …}: a judge model's replies to judge-prompts.jsonl, several of
                     an id where it was asked several times
  --judge-model NAME how that model is called in the figures; of the judges of a run.json which one is meant
  --sheet FILE       rating-sheet.csv, filled in by people

Written: judge-prompts.jsonl and rating-sheet.csv; with --replies, or where the run was judged, ratings.json, which keeps
every reply.`

const spec = {
  run: 'text',
  results: 'text',
  rubric: 'text',
  out: 'text',
  replies: 'text',
  'judge-model': 'text',
  sheet: 'text',
  help: 'flag',
} as const

async function rate(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, spec, usage)
  if (args.help) return console.log(`Usage:\n${usage}`)
  const { out, replies, sheet } = args
  const rubric = rubrics.find(({ id }) => id === args.rubric)
  if (!rubric) throw usageError(`There are the rubrics ${names}.`, `--rubric ${args.rubric ?? ''}`, usage)
  const file = args.run ?? args.results
  if (!file || !out) throw usageError('An option is missing.', file ? '--out' : '--run', usage)
  if (args.run && args.results)
    throw usageError('These two do not go together.', '--run and --results', usage)
  const named = args['judge-model']
  if (replies && !named) throw usageError('It is not said which model judged.', '--judge-model', usage)
  const run = args.run ? await readRun(await openFile(args.run)) : null
  const items = run ? ratedItemsOf(run.records, run.run) : ratedItems(await readJson(file), file)
  console.error(`Answers in words: ${items.length}`)
  const prompts = items.map(
    item => `${JSON.stringify({ id: item.id, prompt: rubricPrompt(rubric, item) })}\n`,
  )
  await writeParts(join(out, 'judge-prompts.jsonl'), prompts)
  await writeParts(join(out, 'rating-sheet.csv'), [ratingSheet(rubric, items)])
  const given =
    replies && named
      ? { judge: named, judged: await judgedReplies(rubric, replies) }
      : run && judgeOfRun(rubric, run, named)
  if (!given) return
  const { judge, judged } = given
  const figures = rubricFigures(rubric, judge, judged)
  const people = sheet === undefined ? null : await readRatingSheet(rubric, await readText(sheet), sheet)
  const written = {
    rubric: { id: rubric.id, version: rubric.version },
    figures,
    ...(people && { agreement: rubricAgreement(rubric, judged, people) }),
    replies: judged.map(({ id, reply, read, isRepeat }) => ({
      id,
      reply,
      ...(isRepeat && { repeat: true }),
      ...(read.status === 'read' ? { ratings: read.ratings } : { unparsed: read.why }),
    })),
  }
  await writeParts(join(out, 'ratings.json'), [`${JSON.stringify(written, null, 2)}\n`])
  console.error(printable(judgedLine(figures)))
}

/** The judge's pass by this rubric that a run has; null where it has none. */
function judgeOfRun(
  rubric: Rubric,
  { passes }: RunFile,
  named: string | undefined,
): { readonly judge: string; readonly judged: readonly JudgedReply[] } | null {
  const byRubric = passes.filter(({ run }) => run.judging && rubricOf(run.settings.protocol) === rubric)
  const judges = byRubric.map(({ run }) => run.model.name)
  const [pass, ...others] = byRubric.filter(({ run }) => named === undefined || run.model.name === named)
  if (pass && others.length === 0)
    return { judge: pass.run.model.name, judged: repliesOf(rubric, pass.records) }
  if (named === undefined && !pass) return null
  throw usageError(
    pass ? 'Several judges’ passes are meant.' : 'No judge of this name rated this run by this rubric.',
    `--judge-model; there are ${judges.join(', ') || 'none'}`,
    usage,
  )
}

async function judgedReplies(rubric: Rubric, file: string): Promise<readonly JudgedReply[]> {
  return (await judgeReplies(await openFile(file))).map(([id, reply]) => ({
    id,
    reply,
    read: readRatings(rubric, reply),
  }))
}

await runCommand(() => rate(process.argv.slice(2)))

/**
 * Open answers rated by a rubric: writes what a judge model is to be asked and a sheet for people, and reads both back.
 * Run by `npm run -s rubric -- …`.
 */
import { join } from 'node:path'
import { ratingSheet } from '../data/export/rating-sheet.ts'
import { readRatingSheet } from '../data/export/read-rating-sheet.ts'
import { ratedItems } from '../data/formats/rated-items.ts'
import { judgeReplies } from '../data/formats/response-lines.ts'
import { type JudgedReply, rubricAgreement, rubricFigures } from '../engine/analysis/rubric-figures.ts'
import { rubricPrompt } from '../engine/protocol/rubrics/prompt.ts'
import { readRatings } from '../engine/protocol/rubrics/read-ratings.ts'
import { type Rubric, rubrics } from '../engine/protocol/rubrics/rubric.ts'
import { readArguments, runCommand, usageError } from './arguments.ts'
import { readJson, readText, writeParts } from './files.ts'

const names = rubrics.map(({ id }) => id).join(', ')

const usage = `  npm run -s rubric -- --results FILE --rubric NAME --out DIR [options]
Options:
  --results FILE     a results.json of a mapped data set, or an array of {id, question, answer, response}; what the
                     image shows is taken from visual_description, where a record has one
  --rubric NAME      ${names}
  --out DIR          where the files are written
  --replies FILE     JSONL of {"id": …, "response": …}: a judge model's replies to judge-prompts.jsonl, several of
                     an id where it was asked several times
  --judge-model NAME how that model is called in the figures
  --sheet FILE       rating-sheet.csv, filled in by people

Written: judge-prompts.jsonl and rating-sheet.csv; with --replies ratings.json, which keeps every reply.`

const spec = {
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
  const { results, out, replies, sheet } = args
  const rubric = rubrics.find(({ id }) => id === args.rubric)
  if (!rubric) throw usageError(`There are the rubrics ${names}.`, `--rubric ${args.rubric ?? ''}`, usage)
  if (!results || !out) throw usageError('An option is missing.', results ? '--out' : '--results', usage)
  const judge = args['judge-model']
  if (replies && !judge) throw usageError('It is not said which model judged.', '--judge-model', usage)
  const items = ratedItems(await readJson(results), results)
  console.error(`Answers in words: ${items.length}`)
  const prompts = items.map(
    item => `${JSON.stringify({ id: item.id, prompt: rubricPrompt(rubric, item) })}\n`,
  )
  await writeParts(join(out, 'judge-prompts.jsonl'), prompts)
  await writeParts(join(out, 'rating-sheet.csv'), [ratingSheet(rubric, items)])
  if (!replies || !judge) return
  const judged = await judgedReplies(rubric, replies)
  const figures = rubricFigures(rubric, judge, judged)
  const people = sheet === undefined ? null : await readRatingSheet(rubric, await readText(sheet), sheet)
  const written = {
    rubric: { id: rubric.id, version: rubric.version },
    figures,
    ...(people && { agreement: rubricAgreement(rubric, judged, people) }),
    replies: judged.map(({ id, reply, read }) => ({
      id,
      reply,
      ...(read.status === 'read' ? { ratings: read.ratings } : { unparsed: read.why }),
    })),
  }
  await writeParts(join(out, 'ratings.json'), [`${JSON.stringify(written, null, 2)}\n`])
  const overall = figures.overall === null ? 'none could be read' : figures.overall.toFixed(1)
  console.error(`${figures.name}: ${overall}; unparsed replies: ${figures.unparsed} of ${figures.replies}`)
}

async function judgedReplies(rubric: Rubric, file: string): Promise<readonly JudgedReply[]> {
  return judgeReplies(await readText(file), file).map(([id, reply]) => ({
    id,
    reply,
    read: readRatings(rubric, reply),
  }))
}

await runCommand(() => rate(process.argv.slice(2)))

import { dtypes, nativeDevices, pageDevices } from '../../engine/protocol/device.ts'
import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import { corruptions } from '../../engine/protocol/probe.ts'
import { mappedProtocols } from '../../engine/protocol/protocols/registry.ts'
import { called } from '../base/called.ts'
import { interruptedCode } from '../base/interrupt.ts'
import { installCommand } from '../base/native-install.ts'
import { judgeSpec, judgeUsage } from './judge-options.ts'

export const usage = `  ${called('evaluate')} --dataset PATH --model DIR --out DIR [options]
Options:
  --dataset PATH       a data set: a folder, or one file in it (its images may lie beside it); "demo" is the bundled one
  --mapping FILE       tables: how rows become samples (docs/mappings.md); by default a preset, else a guess
  --split SPLIT        tables: by default test, else validation, else all
  --model DIR          an ONNX model folder, as Hugging Face's onnx-community lays it out; "demo" likewise
  --server URL         in place of --model: a model server (Ollama, llama-server, vLLM …), asked by way of this command;
                       with --model only --judge-model @server asks it
  --server-model ID    which of its models; by default the only one that it lists. One that it does not list is used if it answers
  --at-once N          questions that the server is asked side by side, 6 at most (1)
  --hold-to-letter     the server may write nothing but one of the answers that a question offers: no part of any protocol
  --out DIR            where the files are written
  --runtime RUNTIME    browser, or node: without a browser, on ONNX Runtime's own build, which one command installs:
                       ${installCommand}
  --device DEVICE      ${pageDevices.join(' or ')}; by default webgpu where there is a GPU. With --runtime node ${nativeDevices.join(', ')},
                       as its build has them; by default cpu
  --dtype DTYPE        ${dtypes.join(', ')}; by default what suits the model and device
  --chat-template T    own, or fallback: the built-in one, for a model that has none (own)
  --scoring SCORING    generate (official) or choices: the options' probabilities from one pass (generate)
  --full-text          generate: decode to the end, even when the verdict can no longer change
  --no-reuse           compute every prompt whole, even where it begins as the one before
  --no-kept-features   neither keep image features nor use those of an earlier run
  --protocol NAME      how samples of a mapped data set are asked: ${mappedProtocols.map(({ id }) => id).join(', ')}
  --judge NAME         whose reading answers get: ${newestJudges().map(({ id }) => id).join(', ')}
  --order ORDER        balanced: every beginning is like the whole, or dataset: as the data set has it (balanced)
  --seed N             which balanced order is drawn (1)
  --limit N            ask only the first N samples of that order, or a part of all: 10%
  --shard K/N          ask only the K-th of N parts, from 1, and write it to DIR as a file for npm run merge (docs/cluster.md)
  --until-width W      stop where the accuracy on the whole data set is known to plus or minus W, such as 0.03
  --until-every-slice  ... and that of every task, modality, region and source data set too
  --until-minutes N    stop after N minutes of asking
  --until-decided RUN  stop where it is decided whether this model is right more often than that of a run.json, which asked
                       all of the same data set; what it knows of each question makes the estimate narrower
  --race DIR,DIR       instead of --model: ask several models in stages, and drop those that cannot be the best any more;
                       DIR@q4 names a precision, and --until-… and --limit have no part in it
  --risk R             in what share of races the best model may be dropped (0.05)
  --max-new-tokens N   longest answer (32)
  --timeout SECONDS    give up on a sample after so long (300); not with --runtime node, which waits
  --probes LIST        extra passes after the run, parted by commas: option-order, blank-image, wrong-image,
                       ${corruptions.join(', ')} (all strengths, or noise:3, noise:1-3), or all
${judgeUsage}

Written: load.json, results.json, metrics_summary.json, shortcut.json, shortcut_report.csv, run.json (the whole run
with its passes, to be opened in the page) and report.html (to be read; not by --runtime node). What failed goes to standard error.
Ctrl-C stops the run and writes what was answered; a second one ends the command at once. Answers go to run.journal as they
arrive, and the same command continues a run that was stopped or killed.
Exit codes: 0 done, 1 it failed, 2 the command line is wrong, ${interruptedCode} it was interrupted.
With --shard: 0 done, 1 try again, 42 never (wrong command line, input or identity), 75 interrupted, to be continued.`

/** What `readArguments` takes. */
export const spec = {
  dataset: 'text',
  mapping: 'text',
  split: 'text',
  model: 'text',
  server: 'text',
  'server-model': 'text',
  'at-once': 'text',
  'hold-to-letter': 'flag',
  out: 'text',
  runtime: 'text',
  device: 'text',
  dtype: 'text',
  'chat-template': 'text',
  scoring: 'text',
  'full-text': 'flag',
  'no-reuse': 'flag',
  'no-kept-features': 'flag',
  protocol: 'text',
  judge: 'text',
  order: 'text',
  seed: 'text',
  limit: 'text',
  shard: 'text',
  'until-width': 'text',
  'until-every-slice': 'flag',
  'until-minutes': 'text',
  'until-decided': 'text',
  race: 'text',
  risk: 'text',
  'max-new-tokens': 'text',
  timeout: 'text',
  probes: 'text',
  ...judgeSpec,
  help: 'flag',
} as const

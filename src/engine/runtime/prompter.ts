import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { VoxelwiseError } from '../errors.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import { isFields } from '../model/fields.ts'
import { type ModelFolder, readChatTemplate, readFields } from './model-folder.ts'

type Transformers = typeof import('@huggingface/transformers')

/** Turns a question into token ids through the model's own chat template and tokenizer. */
export class Prompter {
  readonly tokenizer: PreTrainedTokenizer
  /** Whether decoding joins what was apart (" n't", " ."), so that more text could change what was said. */
  readonly tidiesText: boolean
  readonly #template: string
  readonly #placeholder: string
  readonly #bos: string

  private constructor(
    tokenizer: PreTrainedTokenizer,
    tidiesText: boolean,
    template: string,
    placeholder: string,
    bos: string,
  ) {
    this.tokenizer = tokenizer
    this.tidiesText = tidiesText
    this.#template = template
    this.#placeholder = placeholder
    this.#bos = bos
  }

  /** @throws VoxelwiseError model-config where the tokenizer or its chat template is missing or broken. */
  static async load(
    transformers: Transformers,
    folder: ModelFolder,
    family: Family,
    configs: ModelConfigs,
  ): Promise<Prompter> {
    const [json, config, template] = await Promise.all([
      readFields(folder, 'tokenizer.json'),
      readFields(folder, 'tokenizer_config.json'),
      readChatTemplate(folder, configs),
    ])
    if (template === null)
      throw new VoxelwiseError({
        code: 'model-config',
        subject: `${folder.name}/tokenizer_config.json: chat_template`,
        message: 'The model has no chat template, so its prompts cannot be written as it was trained.',
        remedy: 'Add the chat_template.jinja (or chat_template.json) that the model was published with.',
      })
    const named =
      typeof config.tokenizer_class === 'string' ? config.tokenizer_class.replace(/Fast$/, '') : ''
    const classes = transformers as unknown as Readonly<
      Record<string, typeof PreTrainedTokenizer | undefined>
    >
    const Tokenizer = classes[named] ?? transformers.PreTrainedTokenizer
    return new Prompter(
      new Tokenizer(json, config),
      // Python's default since transformers 5; transformers.js would tidy where nothing is said.
      config.clean_up_tokenization_spaces === true,
      template,
      family.placeholder(configs),
      tokenText(config.bos_token),
    )
  }

  /**
   * Token ids of one user turn: the image, where there is one, then the text.
   * @param imageTokens what stands for the image in the prompt, or null for a text-only question
   */
  ids(text: string, imageTokens: string | null): readonly number[] {
    const content = [...(imageTokens === null ? [] : [{ type: 'image' }]), { type: 'text', text }]
    const rendered = this.tokenizer.apply_chat_template([{ role: 'user', content }] as never, {
      chat_template: this.#template,
      add_generation_prompt: true,
      tokenize: false,
    }) as unknown as string
    // Only the template's own placeholder: a question may contain the same letters.
    const prompt = imageTokens === null ? rendered : replaceFirst(rendered, this.#placeholder, imageTokens)
    return this.tokenizer.encode(prompt, {
      // As Python's processor: a template that writes the beginning-of-text token itself must not get two.
      add_special_tokens: !(this.#bos && prompt.startsWith(this.#bos)),
    })
  }

  /**
   * The tokens that every question on an image begins with: what two prompts share whose questions share
   * nothing. It depends on no question, so that answers do not depend on which questions are asked together.
   */
  sharedPrefix(imageTokens: string): readonly number[] {
    const [a, b] = ['A?', '0.'].map(question => this.ids(`Question: ${question}\nOptions:`, imageTokens))
    if (!a || !b) return []
    let length = 0
    while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++
    return a.slice(0, length)
  }

  get vocabularySize(): number {
    return this.tokenizer.get_vocab().size
  }

  text(ids: readonly number[]): string {
    return this.tokenizer.decode([...ids], {
      skip_special_tokens: true,
      clean_up_tokenization_spaces: this.tidiesText,
    })
  }
}

function replaceFirst(text: string, search: string, replacement: string): string {
  const at = text.indexOf(search)
  return at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + search.length)
}

function tokenText(token: unknown): string {
  if (typeof token === 'string') return token
  return isFields(token) && typeof token.content === 'string' ? token.content : ''
}

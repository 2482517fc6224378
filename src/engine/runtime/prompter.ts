import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { VoxelwiseError } from '../errors.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import { fallbackTemplate, messageContent, noChatTemplate } from '../model/chat-template.ts'
import { isFields } from '../model/fields.ts'
import type { ChatTemplate } from '../run.ts'
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
  readonly #family: Family
  /** Of the image before: most images of a data set have their tokens in common. */
  #prefix: { readonly key: string; readonly ids: readonly number[] } | null = null

  private constructor(
    tokenizer: PreTrainedTokenizer,
    tidiesText: boolean,
    template: string,
    placeholder: string,
    bos: string,
    family: Family,
  ) {
    this.tokenizer = tokenizer
    this.tidiesText = tidiesText
    this.#template = template
    this.#placeholder = placeholder
    this.#bos = bos
    this.#family = family
  }

  /** @throws VoxelwiseError model-config where the tokenizer or its chat template is missing or broken. */
  static async load(
    transformers: Transformers,
    folder: ModelFolder,
    family: Family,
    configs: ModelConfigs,
    chatTemplate: ChatTemplate = 'own',
  ): Promise<Prompter> {
    const [json, config, template] = await Promise.all([
      readFields(folder, 'tokenizer.json'),
      readFields(folder, 'tokenizer_config.json'),
      chatTemplate === 'fallback'
        ? fallbackTemplate(family.placeholder(configs))
        : readChatTemplate(folder, configs).then(found => found ?? family.template ?? null),
    ])
    if (template === null) throw new VoxelwiseError(noChatTemplate(folder.name))
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
      family,
    )
  }

  /**
   * Token ids of one user turn: the images, where there are any, then the text.
   * @param images what stands for each image in the prompt; null for a text-only question
   */
  ids(text: string, images: string | readonly string[] | null): readonly number[] {
    const imageTokens = typeof images === 'string' ? [images] : (images ?? [])
    const content = messageContent(this.#template, imageTokens.length, this.#placeholder, text)
    const rendered = this.tokenizer.apply_chat_template([{ role: 'user', content }] as never, {
      chat_template: this.#template,
      add_generation_prompt: true,
      tokenize: false,
    }) as unknown as string
    // Only the template's own placeholders: a question may contain the same letters.
    const prompt = replaceEach(rendered, this.#placeholder, imageTokens)
    return this.tokenizer.encode(prompt, {
      // As Python's processor: a template that writes the beginning-of-text token itself must not get two.
      add_special_tokens: !this.#family.onlyTemplate && !(this.#bos && prompt.startsWith(this.#bos)),
    })
  }

  /**
   * The tokens that every question on an image begins with: what two prompts share whose questions share
   * nothing. It depends on no question, so that answers do not depend on which questions are asked together.
   * Empty where the family must have a prompt whole.
   */
  sharedPrefix(imageTokens: string | readonly string[]): readonly number[] {
    if (this.#family.wholePrompt !== undefined) return []
    const key = JSON.stringify(imageTokens)
    if (this.#prefix?.key !== key) this.#prefix = { key, ids: this.#findPrefix(imageTokens) }
    return this.#prefix.ids
  }

  #findPrefix(imageTokens: string | readonly string[]): readonly number[] {
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

/** The first occurrences of `search`, each replaced by its own text; a replacement may contain `search`. */
function replaceEach(text: string, search: string, replacements: readonly string[]): string {
  let done = ''
  let rest = text
  for (const replacement of replacements) {
    const at = rest.indexOf(search)
    if (at < 0) break
    done += rest.slice(0, at) + replacement
    rest = rest.slice(at + search.length)
  }
  return done + rest
}

function tokenText(token: unknown): string {
  if (typeof token === 'string') return token
  return isFields(token) && typeof token.content === 'string' ? token.content : ''
}

import { z } from 'zod'
import { VOICE_IDS } from './voices.ts'

/**
 * A spoken phrase with its variants, in the subset of JSGF that both the recogniser and the text search
 * understand: lower-case words (apostrophes allowed), `[optional part]`, `(this | that)`, nested as needed.
 * `(what is | what's) a [good] budget` stands for four phrases.
 */
export const phrasePatternSchema = z
  .string()
  .min(2)
  .max(300)
  .regex(/^[a-z' ()[\]|]+$/, 'Use lower-case words, [optional parts] and (this | that) only.')

const followUpSchema = z.object({
  /** What a person may say as a follow-up, understood only right after the entry it belongs to: "and on saturdays". */
  patterns: z.array(phrasePatternSchema).min(1),
  answer: z.string().min(1).max(600),
})

const knowledgeEntrySchema = z.object({
  /** Unique within its assistant, kebab-case. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** The question as it is suggested to people. The recogniser also listens for its words, lower-cased. */
  question: z.string().min(3).max(120),
  /** Other ways to say it. */
  patterns: z.array(phrasePatternSchema).default([]),
  /** Written to be listened to, in short sentences. An answer of more than eight seconds is spoken in parts. */
  answer: z.string().min(1).max(600),
  /** Further wordings, as whole sentences. They are matched by words and meaning, not as exact phrases. */
  alsoAsked: z.array(z.string()).default([]),
  /** Extra words that a typed question may contain; by hand, with commas between them. */
  keywords: z
    .array(z.string())
    .or(z.string().transform((words) => words.split(', ')))
    .default([]),
  followUps: z.array(followUpSchema).default([]),
  /** Whether the assistant may suggest this question. False when it is a heading or the beginning of a text. */
  isOffered: z.boolean().default(true),
})

/** Everything that the voice engine needs to speak as an assistant. */
export const assistantDefinitionSchema = z.object({
  id: z.string(),
  name: z.string(),
  voiceId: z.enum(VOICE_IDS),
  firstMessage: z.string().min(1).max(400),
  systemPrompt: z.string().max(8000),
  /** Completes "I can help with …", which is spoken when a caller asks what the assistant can do. */
  scope: z.string().min(3).max(200),
  knowledge: z.array(knowledgeEntrySchema),
})

export type KnowledgeEntry = z.infer<typeof knowledgeEntrySchema>
export type AssistantDefinition = z.infer<typeof assistantDefinitionSchema>
/** An assistant as written by hand: fields with defaults may be left out. */
export type AssistantDefinitionInput = z.input<typeof assistantDefinitionSchema>

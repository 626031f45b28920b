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
  /** What a person says next, meaningful only after the entry it belongs to: "and on saturdays". */
  patterns: z.array(phrasePatternSchema).min(1),
  answer: z.string().min(1).max(600),
})

export const knowledgeEntrySchema = z.object({
  /** Unique within its assistant, kebab-case. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** The question as a person would be invited to ask it; its words, lower-cased, are also recognised. */
  question: z.string().min(3).max(120),
  /** Other ways to say it. */
  patterns: z.array(phrasePatternSchema).default([]),
  /** The answer, written for the ear in short sentences: one that takes more than eight seconds is spoken in parts. */
  answer: z.string().min(1).max(600),
  /** Further ways to put it, whole sentences: read for their words and meaning, and not expected word for word. */
  alsoAsked: z.array(z.string()).default([]),
  /** Extra words that a typed question may contain. */
  keywords: z.array(z.string()).default([]),
  followUps: z.array(followUpSchema).default([]),
  /** Whether a person may be told to ask this; not where the question is a heading, or a text's beginning. */
  isOffered: z.boolean().default(true),
})

/** Everything that the voice engine needs to speak as an assistant. */
export const assistantDefinitionSchema = z.object({
  id: z.string(),
  name: z.string(),
  voiceId: z.enum(VOICE_IDS),
  firstMessage: z.string().min(1).max(400),
  systemPrompt: z.string().max(8000),
  /** Completes "I can help with …", spoken when asked what one can do. */
  scope: z.string().min(3).max(200),
  knowledge: z.array(knowledgeEntrySchema),
})

export type KnowledgeEntry = z.infer<typeof knowledgeEntrySchema>
export type AssistantDefinition = z.infer<typeof assistantDefinitionSchema>
/** As written by hand: fields with defaults may be left out. */
export type AssistantDefinitionInput = z.input<typeof assistantDefinitionSchema>

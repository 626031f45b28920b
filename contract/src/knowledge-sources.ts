import { z } from 'zod'
import { MAX_PROPOSALS, SOURCE_ADDRESS_MAX_LENGTH } from './knowledge-source-limits.ts'
import { knowledgePairSchema } from './own-assistant.ts'

/**
 * Knowledge sources: web pages and files from which questions with answers are proposed; the owner accepts or rejects.
 */

const idSchema = z.string().max(64)

const proposalSchema = z.object({
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  /** The assistant's current answer to the same question; null when the question is new. */
  replaces: z.string().nullable(),
})

export const knowledgeSourceSchema = z.object({
  id: idSchema,
  kind: z.enum(['web', 'pdf', 'docx', 'text']),
  /** The page's address; null for a file. */
  url: z.string().nullable(),
  /** The title of the page, or the name of the file. */
  title: z.string(),
  status: z.enum(['reading', 'read', 'failed']),
  /** Why the source could not be read, in words for the owner. */
  problem: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  /** The number of its proposals that were accepted. */
  accepted: z.int(),
  /** The proposals that the owner has neither accepted nor rejected yet. */
  proposals: z.array(proposalSchema),
  /** Answers that the assistant still gives and that were taken from an earlier state of the source. */
  gone: z.array(proposalSchema.omit({ replaces: true })),
})

export const listSourcesResponseSchema = z.object({ sources: z.array(knowledgeSourceSchema) })

export const addAddressRequestSchema = z.object({
  url: z
    .string()
    .trim()
    .min(1, 'Enter the address of a page.')
    .max(SOURCE_ADDRESS_MAX_LENGTH, 'That address is too long.')
    .transform((typed) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)),
})

const idsSchema = z.union([z.literal('all'), z.array(idSchema).max(MAX_PROPOSALS)])

export const acceptProposalsRequestSchema = z.object({
  ids: idsSchema,
  /** The owner's edited versions of proposals, by proposal id. */
  edits: z.record(idSchema, knowledgePairSchema.pick({ question: true, answer: true })).default({}),
})
export const dismissProposalsRequestSchema = z.object({ ids: idsSchema })
export const withdrawAnswersRequestSchema = z.object({ ids: z.array(idSchema).max(MAX_PROPOSALS) })

export type Proposal = z.infer<typeof proposalSchema>
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>
export type ProposalIds = z.infer<typeof idsSchema>
export type AcceptProposals = z.infer<typeof acceptProposalsRequestSchema>

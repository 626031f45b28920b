import { z } from 'zod'
import { MAX_PROPOSALS, SOURCE_ADDRESS_MAX_LENGTH } from './knowledge-source-limits.ts'
import { knowledgePairSchema } from './own-assistant.ts'

/** Pages and files from which an assistant's knowledge is read: each proposes questions with answers, the owner decides. */

const idSchema = z.string().max(64)

export const proposalSchema = z.object({
  id: idSchema,
  question: z.string(),
  answer: z.string(),
  /** What the assistant answers to this question now; null where the question is new to it. */
  replaces: z.string().nullable(),
})

export const knowledgeSourceSchema = z.object({
  id: idSchema,
  kind: z.enum(['web', 'pdf', 'docx', 'text']),
  /** Of a page; null for a file. */
  url: z.string().nullable(),
  /** The page's title, or the file's name. */
  title: z.string(),
  status: z.enum(['reading', 'read', 'failed']),
  /** Why it could not be read, in words for the owner. */
  problem: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  /** How many of its proposals were accepted. */
  accepted: z.int(),
  /** Those that are still to be decided. */
  proposals: z.array(proposalSchema),
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
  /** Proposals as the owner has changed them, by their ids. */
  edits: z.record(idSchema, knowledgePairSchema.pick({ question: true, answer: true })).default({}),
})
export const dismissProposalsRequestSchema = z.object({ ids: idsSchema })

export type Proposal = z.infer<typeof proposalSchema>
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>
export type ProposalIds = z.infer<typeof idsSchema>
export type AcceptProposals = z.infer<typeof acceptProposalsRequestSchema>

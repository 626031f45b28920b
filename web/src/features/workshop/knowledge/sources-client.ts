import type { AcceptProposals, KnowledgeSource, ProposalIds } from '#contract/knowledge-sources.ts'
import { api } from '../../../lib/api.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'
import { successBody } from '../../../lib/success-body.ts'

/**
 * Requests about the sources of an assistant's knowledge. Every function throws `ApiProblem` with a message that may be
 * shown.
 */

const sources = api.api['own-assistants'][':id'].sources
const one = sources[':sourceId']

type Sources = Promise<{ sources: KnowledgeSource[] }>

export function readSources(id: string, signal: AbortSignal): Sources {
  return successBody(sources.$get({ param: { id } }, { init: { signal } }))
}

export async function addAddress(id: string, url: string): Promise<void> {
  await sources.$post({ param: { id }, json: { url } })
}

export async function addFile(id: string, file: File): Promise<void> {
  await apiFetch(`/api/own-assistants/${id}/sources/files?${new URLSearchParams({ name: file.name }).toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  })
}

export async function readAgain(id: string, sourceId: string): Promise<void> {
  await one['read-again'].$post({ param: { id, sourceId } })
}

export function removeSource(id: string, sourceId: string): Sources {
  return successBody(one.$delete({ param: { id, sourceId } }))
}

export function acceptProposals(id: string, sourceId: string, chosen: AcceptProposals): Sources {
  return successBody(one.proposals.accept.$post({ param: { id, sourceId }, json: chosen }))
}

export function dismissProposals(id: string, sourceId: string, ids: ProposalIds): Sources {
  return successBody(one.proposals.dismiss.$post({ param: { id, sourceId }, json: { ids } }))
}

export function withdrawAnswers(id: string, sourceId: string, ids: string[]): Sources {
  return successBody(one.proposals.withdraw.$post({ param: { id, sourceId }, json: { ids } }))
}

/** Runs a request that changes the sources. If the request returns the new list, it is shown. */
export type ChangeSources = (
  act: () => Promise<{ sources: KnowledgeSource[] } | void>,
  title: string,
) => Promise<boolean>

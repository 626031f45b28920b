import type { ComponentType } from 'react'
import { onDemand } from '../../ui/on-demand.tsx'
import type { WorkshopTabProps } from './workshop-tab-props.ts'

/** @param id the last part of the tab's address */
function tab(id: string, label: string, load: () => Promise<ComponentType<WorkshopTabProps>>) {
  return { id, label, ...onDemand(load) }
}

const TALK = tab('talk', 'Talk', async () => (await import('./talk/talk-tab.tsx')).TalkTab)

/** The tabs of a workshop in their order. The script of each is loaded when the tab is opened. */
export const WORKSHOP_TABS = [
  TALK,
  tab('knowledge', 'Knowledge', async () => (await import('./knowledge/knowledge-tab.tsx')).KnowledgeTab),
  tab('actions', 'Actions', async () => (await import('./actions/actions-tab.tsx')).ActionsTab),
  tab('website', 'Website', async () => (await import('./website/website-tab.tsx')).WebsiteTab),
  tab(
    'conversations',
    'Conversations',
    async () => (await import('./conversations/conversations-tab.tsx')).ConversationsTab,
  ),
  tab('settings', 'Settings', async () => (await import('./settings/settings-tab.tsx')).SettingsTab),
]

/** Finds the tab of an address: the first one when no id is given, undefined for an unknown id. */
export function findTab(id: string | undefined) {
  return id === undefined ? TALK : WORKSHOP_TABS.find((each) => each.id === id)
}

import type { ComponentType } from 'react'
import { onDemand } from '../../ui/on-demand.tsx'
import type { WorkshopTabProps } from './workshop-tab-props.ts'

interface WorkshopTab {
  /** The last part of its address. */
  id: string
  label: string
  Component: ComponentType<WorkshopTabProps>
  prefetch: () => void
}

function tab(id: string, label: string, load: () => Promise<ComponentType<WorkshopTabProps>>): WorkshopTab {
  return { id, label, ...onDemand(load) }
}

const TALK = tab('talk', 'Talk', async () => (await import('./talk/talk-tab.tsx')).TalkTab)

/** The parts of an assistant's workshop, in the order of its tabs; the script of each comes when it is opened. */
export const WORKSHOP_TABS: readonly WorkshopTab[] = [
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

/** The tab of an address; the first one without a name, undefined for a name that no tab has. */
export function findTab(id: string | undefined): WorkshopTab | undefined {
  return id === undefined ? TALK : WORKSHOP_TABS.find((each) => each.id === id)
}

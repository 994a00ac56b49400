/** The panels beside the transcript. */
export type PanelId = 'history' | 'review' | 'share' | 'export' | 'shortcuts' | 'settings';

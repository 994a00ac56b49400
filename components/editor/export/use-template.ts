import { useEffect, useState } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { toSettingsPatch, type SettingsPatch } from '#lib/transcript/settings/settings-patch';
import {
  defaultTemplate,
  type ExportTemplate,
  type ExportTemplates,
} from '#lib/transcript/text/export-template';

/** The templates that are kept, and the name of the one used last; empty for the standard one. */
export interface KeptTemplates {
  exportTemplates: ExportTemplates;
  exportTemplate: string;
}

/** Reads and keeps an account's templates outside the editor. */
export interface TemplateActions {
  read: () => Promise<ActionResult<KeptTemplates>>;
  save: (patch: SettingsPatch) => Promise<ActionResult<void>>;
}

/** The chosen template, as it is kept or changed for this export, and what changes it. */
export interface TemplateChoice {
  name: string;
  names: string[];
  current: ExportTemplate;
  isChanged: boolean;
  choose: (name: string) => void;
  edit: (part: Partial<ExportTemplate>) => void;
  save: (name: string) => void;
  /** Deletes the chosen template. Returns a function that undoes it. */
  remove: () => () => void;
}

function useTemplate(
  { exportTemplates: templates, exportTemplate }: KeptTemplates,
  keep: (part: Partial<KeptTemplates>) => void,
): TemplateChoice {
  const [changed, setChanged] = useState<ExportTemplate>();
  const name = Object.hasOwn(templates, exportTemplate) ? exportTemplate : '';
  const kept = templates[name] ?? defaultTemplate;
  const current = changed ?? kept;
  return {
    name,
    names: Object.keys(templates),
    current,
    isChanged: JSON.stringify(current) !== JSON.stringify(kept),
    choose(chosen) {
      setChanged(undefined);
      keep({ exportTemplate: chosen });
    },
    edit: (part) => setChanged({ ...current, ...part }),
    save(as) {
      setChanged(undefined);
      keep({ exportTemplates: { ...templates, [as]: current }, exportTemplate: as });
    },
    remove() {
      const { [name]: _, ...rest } = templates;
      setChanged(undefined);
      keep({ exportTemplates: rest, exportTemplate: '' });
      return () => keep({ exportTemplates: templates, exportTemplate: name });
    },
  };
}

/** The templates of the person who has the editor open. */
export function useEditorTemplate(): TemplateChoice {
  const { settings } = useEditorServices();
  const kept = {
    exportTemplates: useSetting('exportTemplates'),
    exportTemplate: useSetting('exportTemplate'),
  };
  return useTemplate(kept, settings.change);
}

/** The templates of an account, which are read when its dialog opens, and why that or a change failed. */
export function useAccountTemplate({ read, save }: TemplateActions): TemplateChoice & { error?: string } {
  const [kept, setKept] = useState<KeptTemplates>({ exportTemplates: {}, exportTemplate: '' });
  const [error, setError] = useState<string>();
  useEffect(() => {
    void read().then((result) => ('error' in result ? setError(result.error) : setKept(result.value)));
  }, [read]);
  const choice = useTemplate(kept, (part) => {
    setKept({ ...kept, ...part });
    void save(toSettingsPatch({ ...kept }, part)).then((result) =>
      setError('error' in result ? result.error : undefined),
    );
  });
  return { ...choice, ...(error !== undefined && { error }) };
}

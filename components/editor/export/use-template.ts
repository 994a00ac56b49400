import { useEffect, useState } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { getLocale } from '#lib/messages/locale';
import { toSettingsPatch, type SettingsPatch } from '#lib/transcript/settings/settings-patch';
import {
  getDefaultTemplate,
  type ExportTemplate,
  type ExportTemplates,
} from '#lib/transcript/text/export-template';

/** The stored templates, and the name of the last used one; empty for the default. */
export interface KeptTemplates {
  exportTemplates: ExportTemplates;
  exportTemplate: string;
}

/** Reads and stores an account's templates outside the editor. */
export interface TemplateActions {
  read: () => Promise<ActionResult<KeptTemplates>>;
  save: (patch: SettingsPatch) => Promise<ActionResult<void>>;
}

/** The chosen template, stored or changed for this export only, and its setters. */
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
  const kept = templates[name] ?? getDefaultTemplate(getLocale());
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

/** The templates of the editor's user. */
export function useEditorTemplate(): TemplateChoice {
  const { settings } = useEditorServices();
  const kept = {
    exportTemplates: useSetting('exportTemplates'),
    exportTemplate: useSetting('exportTemplate'),
  };
  return useTemplate(kept, settings.change);
}

/** An account's templates, loaded when its dialog opens, and the error if that or a change failed. */
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

import { useMutation } from "@tanstack/react-query";
import {
  addItemPhoto,
  getItemFile,
  type ItemFile,
  listItemFiles,
} from "@tracewater/contract/evidence/item-files";
import type { ItemDetail } from "@tracewater/contract/evidence/items";
import type { CustodyEvent } from "@tracewater/contract/laboratory/custody";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { Camera } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { sendFile } from "../../../api/file-calls.ts";
import { useSession } from "../../../api/session.ts";
import { useApi } from "../../../api/use-api.ts";
import { useFile } from "../../../api/use-file.ts";
import { Card } from "../../../kit/card.tsx";
import { formatMoment } from "../../../kit/moment.ts";
import { Picture } from "../../../kit/picture.tsx";
import { State } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { isGone } from "./evidence-labels.tsx";
import { LegCurve } from "./leg-curve.tsx";
import { useLegText } from "./leg-text.ts";
import { refreshEvidence } from "./refresh-evidence.ts";

/** Photos of an item, and the temperatures of its legs with whose each was. */
export function ItemFiles({ item }: { item: ItemDetail }) {
  const { t } = useTranslation("evidence-entrustments");
  const files = useApi(listItemFiles, { params: { id: item.itemId } }).data?.data ?? [];
  const photos = files.filter(({ kind }) => kind === "photo");
  const legs = item.events.filter(({ evidence }) => evidence?.leg !== undefined);
  const isHolder = useSession()?.user.userId === item.holderId;
  return (
    <Card title={t("item.photos")} hint={t("item.photosHint")}>
      {photos.length === 0 ? <p className="record-quiet">{t("item.noPhotos")}</p> : null}
      <div className="item-photos">
        {photos.map((photo) => (
          <Photo key={photo.fileId} photo={photo} />
        ))}
      </div>
      {legs.map((event) => (
        <Leg key={event.seq} event={event} files={files} />
      ))}
      {isHolder && !isGone(item) ? <AddPhoto itemId={item.itemId} /> : null}
    </Card>
  );
}

function Photo({ photo }: { photo: ItemFile }) {
  const file = useFile(getItemFile, { params: { id: photo.fileId } });
  const { name, caption, addedAt, addedBy, sha256 } = photo;
  return (
    <figure>
      <Picture file={file} alt={caption || name} width={168} height={126} />
      <figcaption>
        {caption === "" ? null : <span>{caption}</span>}
        <span className="record-quiet num">
          {formatMoment(addedAt)} · {addedBy}
        </span>
        <code title={sha256}>{sha256.slice(0, 12)}</code>
      </figcaption>
    </figure>
  );
}

/** One leg: whose it was, what it came to, and its curve. */
function Leg({ event, files }: { event: CustodyEvent; files: readonly ItemFile[] }) {
  const text = useLegText();
  const { leg, file } = event.evidence ?? {};
  if (leg === undefined) return null;
  const stored = files.find((one) => one.kind === "curve" && one.name === file?.name);
  const { tone, summary, verdict } = text(leg);
  return (
    <div className="item-leg">
      <span className="num">{summary}</span>
      <State tone={tone} label={verdict} />
      {stored === undefined ? null : (
        <LegCurve fileId={stored.fileId} low={leg.low} high={leg.high} label={summary} />
      )}
    </div>
  );
}

/** From the disk, or with the camera of a phone. */
function AddPhoto({ itemId }: { itemId: number }) {
  const { t } = useTranslation("evidence-entrustments");
  const [caption, setCaption] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation<unknown, ApiError, File>({
    mutationFn: (file) => sendFile(addItemPhoto, { params: { id: itemId }, query: { caption } }, file),
    onSuccess: () => {
      setCaption("");
      refreshEvidence();
      showToast({ tone: "success", text: t("item.photoAdded") });
    },
  });
  return (
    <div className="item-add-photo">
      <Input
        aria-label={t("item.photoCaption")}
        placeholder={t("item.photoCaption")}
        maxLength={200}
        value={caption}
        onChange={(event) => setCaption(event.target.value)}
      />
      <Button icon={<Camera size={15} />} loading={send.isPending} onClick={() => input.current?.click()}>
        {t("item.addPhoto")}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={t("item.addPhoto")}
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) send.mutate(file);
        }}
      />
      <span className="record-quiet">{t("item.photoHow")}</span>
    </div>
  );
}

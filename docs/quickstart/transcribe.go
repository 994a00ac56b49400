// Transcribes a recording and prints the text: LONGHAND_API_KEY=lh_test_… go run transcribe.go interview.mp3
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"time"
)

type job struct {
	ID     string
	Status string
}

func main() {
	body, contentType := form(os.Args[1])
	submitted := decode(call("POST", "/jobs", body, "Content-Type", contentType))
	for submitted.Status == "in_progress" {
		time.Sleep(time.Second)
		submitted = decode(call("GET", "/jobs/"+submitted.ID, nil))
	}
	fmt.Println(string(call("GET", "/jobs/"+submitted.ID+"/transcript", nil, "Accept", "text/plain")))
}

func form(path string) (io.Reader, string) {
	media, err := os.ReadFile(path)
	check(err)
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	part, err := writer.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="media"; filename=%q`, filepath.Base(path))},
		"Content-Type":        {"audio/mpeg"},
	})
	check(err)
	_, err = part.Write(media)
	check(err)
	check(writer.Close())
	return &body, writer.FormDataContentType()
}

func call(method, path string, body io.Reader, headers ...string) []byte {
	url := os.Getenv("LONGHAND_URL")
	if url == "" {
		url = "http://127.0.0.1:3000"
	}
	request, err := http.NewRequest(method, url+"/v1"+path, body)
	check(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("LONGHAND_API_KEY"))
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode >= 300 {
		log.Fatalf("%s", content)
	}
	return content
}

func decode(content []byte) (result job) {
	check(json.Unmarshal(content, &result))
	return result
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
